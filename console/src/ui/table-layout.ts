import { useLocalStorage } from '@mantine/hooks';
import { useMemo } from 'react';
import type { Column } from './data-table.tsx';

/** What a person chose for a table; stored in the browser. */
type TableLayout = {
  compact: boolean;
  /** Whether a column is shown, where it differs from the default. */
  shown: Readonly<Record<string, boolean>>;
  /** In pixels, of resized tables. */
  widths: Readonly<Record<string, number>>;
};

export const defaultLayout: TableLayout = { compact: false, shown: {}, widths: {} };

export const widthMin = 48;
export const widthMax = 1600;

/** Tables with the same name share their layout. */
export function useTableLayout(name: string) {
  const [layout, setLayout] = useLocalStorage<TableLayout>({
    key: `pennon-table-${name}`,
    defaultValue: defaultLayout,
    getInitialValueInEffect: false,
    deserialize: parseLayout,
  });
  return useMemo(
    () => ({
      layout,
      change: (next: Partial<TableLayout>) => setLayout((before) => ({ ...before, ...next })),
      reset: () => setLayout(defaultLayout),
    }),
    [layout, setLayout],
  );
}

export type LayoutControl = ReturnType<typeof useTableLayout>;

/** A stored text may be of another version, or edited: what is not valid is ignored. */
export function parseLayout(text: string | undefined): TableLayout {
  const stored = parsed(text);
  const entries = (part: unknown) =>
    Object.entries(typeof part === 'object' && part !== null ? part : {}) as [string, unknown][];
  return {
    compact: stored.compact === true,
    shown: Object.fromEntries(
      entries(stored.shown).filter((entry): entry is [string, boolean] => {
        return typeof entry[1] === 'boolean';
      }),
    ),
    widths: Object.fromEntries(
      entries(stored.widths)
        .filter((entry): entry is [string, number] => Number.isFinite(entry[1]))
        .map(([id, width]) => [id, clampWidth(width)]),
    ),
  };
}

function parsed(text: string | undefined): Partial<Record<keyof TableLayout, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

export const clampWidth = (width: number) =>
  Math.round(Math.min(Math.max(width, widthMin), widthMax));

/** `place` is the position of a stacked cell in its line on a phone. */
export type PlacedColumn<Row> = Column<Row> & { place?: number };

const placesPerLine = 3;

/** A column that was chosen is hidden only in windows as narrow as a phone. */
export const shownColumns = <Row>(
  columns: readonly Column<Row>[],
  { shown }: TableLayout,
): PlacedColumn<Row>[] => {
  let places = 0;
  return columns
    .filter(({ id, hidden = false }) => shown[id] ?? !hidden)
    .map((column) => {
      const placed = column.stacked ? { ...column, place: places++ % placesPerLine } : column;
      return shown[column.id] && column.visibleFrom ? { ...placed, visibleFrom: 'sm' } : placed;
    });
};
