import { catalogue } from '../../language.ts';
import { de } from './texts.de.ts';

const en = {
  title: 'Keyboard shortcuts',
  everywhere: 'Everywhere',
  palette: 'Go to a page, flag, project or segment, or run an action',
  shortcuts: 'Show these shortcuts',
  search: 'Go to the search box',
  close: 'Close a dialog, menu or list of suggestions',
  inSearch: 'Search box',
  suggest: 'Show suggestions',
  suggestion: 'Choose a suggestion',
  complete: 'Insert the suggestion',
  list: 'Lists of flags',
  move: 'Move to another row',
  ends: 'Move to the first or last row',
  open: 'Open the flag',
  select: 'Select or deselect the row',
  extend: 'Extend the selection',
  selectPage: 'Select all rows of the page',
  selectNone: 'Clear the selection',
  actions: 'Move to the actions for the selected rows',
  strategies: 'Strategies and variants',
  pickUp: 'Pick up the strategy at the focused handle, and drop it',
  reorder: 'Move the strategy that is picked up',
  cancel: 'Cancel the move',
  boundary: 'Move the focused boundary between two variants by 1%',
  boundaryFar: 'Move it by 10%',
  boundaryEnds: 'Move it as far as possible',
  charts: 'Columns and charts',
  width: 'Change the width of a column, with the focus on the edge of its header',
  point: 'Move along the focused chart',
  or: 'or',
  keys: {
    ctrl: 'Ctrl',
    end: 'End',
    enter: 'Enter',
    esc: 'Esc',
    home: 'Home',
    pageDown: 'Page Down',
    pageUp: 'Page Up',
    shift: 'Shift',
    space: 'Space',
    tab: 'Tab',
  },
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
