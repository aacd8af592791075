import { Drawer, type DrawerProps } from '@mantine/core';
import { useReturnFocus } from './return-focus.ts';

/** A dialog at the side of the window, open while it is rendered. */
export function SideDialog(props: Omit<DrawerProps, 'opened'>) {
  useReturnFocus();
  return <Drawer opened position="right" {...props} />;
}
