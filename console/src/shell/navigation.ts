import { paths } from '../paths.ts';
import {
  BoxIcon,
  ChartIcon,
  DownloadIcon,
  FlagIcon,
  FolderIcon,
  GearIcon,
  HomeIcon,
  KeyIcon,
  LayersIcon,
  LinkIcon,
  LogIcon,
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

export type Entry = {
  label: string;
  to: string;
  icon: typeof FlagIcon;
  /** Shows the entry to users with this permission in any project; without one, to all users. */
  permission?: string;
  section?: 'Work' | 'Set up' | 'Access';
};

/** The entries of the menu, in order. */
export const navigation: readonly Entry[] = [
  { label: 'My dashboard', to: paths.dashboard, icon: HomeIcon, section: 'Work' },
  { label: 'Flags', to: paths.flags, icon: FlagIcon, section: 'Work' },
  { label: 'Change requests', to: paths.changeRequests, icon: ReviewIcon, section: 'Work' },
  { label: 'Events', to: paths.events, icon: LogIcon, section: 'Work' },
  { label: 'Playground', to: paths.playground, icon: PlayIcon, section: 'Work' },
  { label: 'Projects', to: paths.projects, icon: FolderIcon, section: 'Work' },
  { label: 'Insights', to: paths.insights, icon: ChartIcon, section: 'Work' },
  { label: 'Archive', to: paths.archive, icon: BoxIcon, section: 'Work' },
  { label: 'Environments', to: paths.environments, icon: LayersIcon, section: 'Set up' },
  { label: 'Segments', to: paths.segments, icon: ShareIcon, section: 'Set up' },
  { label: 'Context fields', to: paths.contextFields, icon: LogIcon, section: 'Set up' },
  { label: 'Tags', to: paths.tags, icon: TagIcon, section: 'Set up' },
  { label: 'Strategy types', to: paths.strategyTypes, icon: GearIcon, section: 'Set up' },
  { label: 'Applications', to: paths.applications, icon: ScreenIcon, section: 'Set up' },
  {
    label: 'Integrations',
    to: paths.integrations,
    icon: PlugIcon,
    permission: 'CREATE_ADDON',
    section: 'Set up',
  },
  {
    label: 'Move from Unleash',
    to: paths.moveFromUnleash,
    icon: DownloadIcon,
    permission: 'ADMIN',
    section: 'Set up',
  },
  {
    label: 'Users',
    to: paths.users,
    icon: PersonIcon,
    permission: 'ADMIN',
    section: 'Access',
  },
  {
    label: 'Invitations',
    to: paths.invitations,
    icon: LinkIcon,
    permission: 'ADMIN',
    section: 'Access',
  },
  {
    label: 'Service accounts',
    to: paths.serviceAccounts,
    icon: RobotIcon,
    permission: 'ADMIN',
    section: 'Access',
  },
  { label: 'Groups', to: paths.groups, icon: PeopleIcon, permission: 'ADMIN', section: 'Access' },
  { label: 'Roles', to: paths.roles, icon: ShieldIcon, permission: 'READ_ROLE', section: 'Access' },
  {
    label: 'API tokens',
    to: paths.tokens,
    icon: KeyIcon,
    permission: 'READ_CLIENT_API_TOKEN',
    section: 'Access',
  },
  {
    label: 'Sign-in',
    to: paths.signInSettings,
    icon: ShieldIcon,
    permission: 'ADMIN',
    section: 'Access',
  },
];
