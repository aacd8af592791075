import type { ReactNode } from 'react';

export type IconType = (props: IconProps) => ReactNode;

type IconProps = { size?: number; className?: string; filled?: boolean };

/** Drawn on a 24 x 24 grid in the text colour; always decorative. */
const icon =
  (...strokes: string[]) =>
  ({ size = 18, className, filled = false }: IconProps) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      {...(className === undefined ? {} : { className })}
    >
      {strokes.map((stroke) => (
        <path key={stroke} d={stroke} />
      ))}
    </svg>
  );

export const FlagIcon = icon('M5 21V4', 'M5 4h13l-3.5 4.5L18 13H5');
export const SearchIcon = icon('M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14z', 'M16 16l4.5 4.5');
export const HomeIcon = icon('M4 11l8-7 8 7', 'M6 10v10h12V10', 'M10 20v-6h4v6');
export const ChartIcon = icon('M4 4v16h16', 'M8 16v-4', 'M12.5 16V8', 'M17 16v-6');
export const LogIcon = icon('M5 6h14', 'M5 12h14', 'M5 18h9');
export const ReviewIcon = icon(
  'M6 4v10',
  'M6 14a3 3 0 1 0 .01 0',
  'M18 10v10',
  'M18 10a3 3 0 1 0-.01 0',
);
export const FolderIcon = icon('M3 7V5h6l2 2h10v12H3z');
export const PlayIcon = icon('M7 4l13 8-13 8z');
export const LayersIcon = icon('M12 3l9 5-9 5-9-5z', 'M3 13l9 5 9-5');
export const PeopleIcon = icon(
  'M9 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8z',
  'M2 20a7 7 0 0 1 14 0',
  'M16 4.5a4 4 0 0 1 0 7',
  'M19 14.5a7 7 0 0 1 3 5.5',
);
export const KeyIcon = icon('M8 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8z', 'M11 12.5L20 4', 'M16 8l3 3');
export const PersonIcon = icon('M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8z', 'M5 20a7 7 0 0 1 14 0');
export const RobotIcon = icon(
  'M5 8h14v11H5z',
  'M12 8V4',
  'M9.5 12h.01',
  'M14.5 12h.01',
  'M10 16h4',
);
export const ShareIcon = icon('M12 3v9h9', 'M12 3a9 9 0 1 0 9 9');
export const BoxIcon = icon('M3 5h18v4H3z', 'M5 9v11h14V9', 'M10 13h4');
export const GearIcon = icon(
  'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  'M12 3v3',
  'M12 18v3',
  'M3 12h3',
  'M18 12h3',
  'M5.6 5.6l2.1 2.1',
  'M16.3 16.3l2.1 2.1',
  'M5.6 18.4l2.1-2.1',
  'M16.3 7.7l2.1-2.1',
);
export const ShieldIcon = icon('M12 3l8 3v6c0 5-3.5 7.5-8 9-4.5-1.5-8-4-8-9V6z');
export const TagIcon = icon('M3 12V4h8l10 10-8 8z', 'M7.5 8.5h.01');
export const StarIcon = icon(
  'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9L12 16.9 6.8 19.7l1-5.9L3.5 9.7l5.9-.8z',
);
export const PlusIcon = icon('M12 5v14', 'M5 12h14');
export const CrossIcon = icon('M6 6l12 12', 'M18 6L6 18');
export const CheckIcon = icon('M5 13l4.5 4.5L19 7');
export const SunIcon = icon(
  'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z',
  'M12 2v2',
  'M12 20v2',
  'M2 12h2',
  'M20 12h2',
  'M5 5l1.5 1.5',
  'M17.5 17.5L19 19',
  'M5 19l1.5-1.5',
  'M17.5 6.5L19 5',
);
export const MoonIcon = icon('M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z');
export const ScreenIcon = icon('M3 5h18v11H3z', 'M9 20h6', 'M12 16v4');
export const HelpIcon = icon(
  'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  'M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.6.3-1 .8-1 1.7',
  'M12 16.5h.01',
);
export const UpIcon = icon('M6 14l6-6 6 6');
export const DownIcon = icon('M6 10l6 6 6-6');
export const RightIcon = icon('M10 6l6 6-6 6');
export const WarningIcon = icon('M12 4L2.5 20h19z', 'M12 10v4', 'M12 17h.01');
export const MoreIcon = icon(
  'M5 11.4a.6.6 0 1 0 0 1.2.6.6 0 0 0 0-1.2z',
  'M12 11.4a.6.6 0 1 0 0 1.2.6.6 0 0 0 0-1.2z',
  'M19 11.4a.6.6 0 1 0 0 1.2.6.6 0 0 0 0-1.2z',
);
export const CodeIcon = icon('M8 7l-5 5 5 5', 'M16 7l5 5-5 5');
export const GripIcon = icon(
  'M9 4.8a.7.7 0 1 0 0 1.4.7.7 0 0 0 0-1.4z',
  'M15 4.8a.7.7 0 1 0 0 1.4.7.7 0 0 0 0-1.4z',
  'M9 11.3a.7.7 0 1 0 0 1.4.7.7 0 0 0 0-1.4z',
  'M15 11.3a.7.7 0 1 0 0 1.4.7.7 0 0 0 0-1.4z',
  'M9 17.8a.7.7 0 1 0 0 1.4.7.7 0 0 0 0-1.4z',
  'M15 17.8a.7.7 0 1 0 0 1.4.7.7 0 0 0 0-1.4z',
);
export const EditIcon = icon('M4 20l1-4L16 5l3 3L8 19z');
export const TrashIcon = icon('M5 7h14', 'M9 7V4h6v3', 'M7 7l1 13h8l1-13');
export const CopyIcon = icon('M9 9h11v11H9z', 'M15 9V4H4v11h5');
export const BellIcon = icon('M6 16V11a6 6 0 0 1 12 0v5l2 2H4z', 'M10 21h4');
export const ClockIcon = icon('M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z', 'M12 7v5l3.5 2');
export const ColumnsIcon = icon('M4 5h16v14H4z', 'M9.5 5v14', 'M15 5v14');
export const DownloadIcon = icon('M12 4v11', 'M7 11l5 5 5-5', 'M5 20h14');
export const PrintIcon = icon('M7 8V3h10v5', 'M7 17H4V8h16v9h-3', 'M7 14h10v7H7z');
export const FieldsIcon = icon('M4 5h7v5H4z', 'M15 7.5h5', 'M4 14h7v5H4z', 'M15 16.5h5');
export const LockIcon = icon('M6 11h12v9H6z', 'M8.5 11V8a3.5 3.5 0 0 1 7 0v3', 'M12 14.5v2');
export const ReviveIcon = icon('M4 12a8 8 0 1 0 2.5-5.8', 'M4 4v5h5');
export const LinkIcon = icon(
  'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1',
  'M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
);

export const MailIcon = icon('M3 6h18v12H3z', 'M3.5 7l8.5 6.5L20.5 7');
export const UsesIcon = icon(
  'M3 9h6v6H3z',
  'M15 3h6v6h-6z',
  'M15 15h6v6h-6z',
  'M9 12h3',
  'M15 6h-3v12h3',
);
export const DeprecateIcon = icon('M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z', 'M5.7 5.7l12.6 12.6');
export const PlugIcon = icon('M9 3v5', 'M15 3v5', 'M6 8h12v4a6 6 0 0 1-12 0z', 'M12 18v3');

/** A pennon: the long flag of a lance. The file `pennon.svg` is the same, for the tab of the browser. */
export function PennonMark({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect
        x={4}
        y={2}
        width={3}
        height={28}
        rx={1.5}
        fill="light-dark(var(--mantine-color-gray-8), var(--mantine-color-gray-4))"
      />
      <path
        d="M7 4.5 30 8.5 22.5 13.5H7z"
        fill="light-dark(var(--mantine-color-indigo-6), var(--mantine-color-indigo-4))"
      />
      <path
        d="M7 13.5H22.5L30 18.5 7 22.5z"
        fill="light-dark(var(--mantine-color-indigo-8), var(--mantine-color-indigo-6))"
      />
    </svg>
  );
}
