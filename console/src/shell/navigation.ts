import { paths } from '../paths.ts';
import {
  BoxIcon,
  ChartIcon,
  DownloadIcon,
  FieldsIcon,
  FlagIcon,
  FolderIcon,
  GearIcon,
  HomeIcon,
  KeyIcon,
  LayersIcon,
  LockIcon,
  LogIcon,
  MailIcon,
  PeopleIcon,
  PersonIcon,
  PlayIcon,
  PlugIcon,
  ReviewIcon,
  RobotIcon,
  ScreenIcon,
  ShareIcon,
  ShieldIcon,
  TagIcon,
} from '../ui/icons.tsx';
import { texts } from './texts.ts';

export type Entry = {
  label: string;
  to: string;
  icon: typeof FlagIcon;
  /** Shows the entry to users with this permission in any project; without one, to all users. */
  permission?: string;
  section: keyof typeof texts.sections;
};

const names = texts.navigation;

/** The entries of the menu, in order. */
export const navigation: readonly Entry[] = [
  { label: names.dashboard, to: paths.dashboard, icon: HomeIcon, section: 'work' },
  { label: names.flags, to: paths.flags, icon: FlagIcon, section: 'work' },
  { label: names.changeRequests, to: paths.changeRequests, icon: ReviewIcon, section: 'work' },
  { label: names.events, to: paths.events, icon: LogIcon, section: 'work' },
  { label: names.playground, to: paths.playground, icon: PlayIcon, section: 'work' },
  { label: names.projects, to: paths.projects, icon: FolderIcon, section: 'work' },
  { label: names.insights, to: paths.insights, icon: ChartIcon, section: 'work' },
  { label: names.archive, to: paths.archive, icon: BoxIcon, section: 'work' },
  { label: names.environments, to: paths.environments, icon: LayersIcon, section: 'setUp' },
  { label: names.segments, to: paths.segments, icon: ShareIcon, section: 'setUp' },
  { label: names.contextFields, to: paths.contextFields, icon: FieldsIcon, section: 'setUp' },
  { label: names.tags, to: paths.tags, icon: TagIcon, section: 'setUp' },
  { label: names.strategyTypes, to: paths.strategyTypes, icon: GearIcon, section: 'setUp' },
  { label: names.applications, to: paths.applications, icon: ScreenIcon, section: 'setUp' },
  {
    label: names.integrations,
    to: paths.integrations,
    icon: PlugIcon,
    permission: 'CREATE_ADDON',
    section: 'setUp',
  },
  {
    label: names.moveFromUnleash,
    to: paths.moveFromUnleash,
    icon: DownloadIcon,
    permission: 'ADMIN',
    section: 'setUp',
  },
  {
    label: names.users,
    to: paths.users,
    icon: PersonIcon,
    permission: 'ADMIN',
    section: 'access',
  },
  {
    label: names.invitations,
    to: paths.invitations,
    icon: MailIcon,
    permission: 'ADMIN',
    section: 'access',
  },
  {
    label: names.serviceAccounts,
    to: paths.serviceAccounts,
    icon: RobotIcon,
    permission: 'ADMIN',
    section: 'access',
  },
  {
    label: names.groups,
    to: paths.groups,
    icon: PeopleIcon,
    permission: 'ADMIN',
    section: 'access',
  },
  {
    label: names.roles,
    to: paths.roles,
    icon: ShieldIcon,
    permission: 'READ_ROLE',
    section: 'access',
  },
  {
    label: names.tokens,
    to: paths.tokens,
    icon: KeyIcon,
    permission: 'READ_CLIENT_API_TOKEN',
    section: 'access',
  },
  {
    label: names.signIn,
    to: paths.signInSettings,
    icon: LockIcon,
    permission: 'ADMIN',
    section: 'access',
  },
];
