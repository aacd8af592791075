import { ActionIcon, Box, Button, Group, Menu, Tooltip } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import {
  type ComponentType,
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useMemo,
  useState,
} from 'react';
import { type BulkProps, useBulkRows } from './bulk-rows.tsx';
import { Confirm } from './confirm.tsx';
import { type Column, DataTable, Pages } from './data-table.tsx';
import { EmptyState } from './empty-state.tsx';
import { ErrorNote } from './error-note.tsx';
import { ExportList } from './export-list.tsx';
import { EditIcon, type IconType, MoreIcon, PlusIcon, SearchIcon, TrashIcon } from './icons.tsx';
import { type ListColumn, useListView } from './list-view.ts';
import { useRefresh } from './save.ts';
import { SearchBox } from './search-box.tsx';
import { useTableLayout } from './table-layout.ts';
import { texts } from './texts.ts';
import { toast } from './toasts.tsx';

const TableOptions = lazy(() => import('./table-options.tsx'));

export type RowAction = {
  label: string;
  icon: ReactNode;
  /** Shown beside the icon; the beginning of the label. */
  text?: string;
  /** In a menu, where the label is written beside the icon. */
  inMenu?: boolean;
  onClick: () => void;
};

type Noun = { one: string; many: string };

type Removal<Row> = {
  may: (row: Row) => boolean;
  inMenu?: boolean;
  /** Delete when absent. */
  verb?: { does: string; done: string };
  /** Describes the consequences. */
  warning: (row: Row) => ReactNode;
  /** Whether it cannot be deleted, as the warning explains. */
  refused?: (row: Row) => boolean;
  /** Requires typing the name, for irreversible actions. */
  typed?: boolean;
  send: (row: Row) => Promise<unknown>;
};

type Props<Row> = BulkProps<Row> & {
  /** Identifies the list: what was chosen for its table is stored by it. */
  name: string;
  /** `segment` and `segments`. */
  noun: Noun;
  /** What the number of rows counts, if a row may be several of the noun. */
  counted?: Noun;
  found: { error: Error | null; refetch: () => unknown };
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  /** Must be stable: defined outside the component, or in `useMemo`. */
  columns: readonly ListColumn<Row>[];
  rowKey: (row: Row) => string;
  nameOf: (row: Row) => string;
  /** The text that the filter searches; the name when absent. */
  textOf?: (row: Row) => string;
  /** The queries to invalidate after creating, editing and deleting. */
  invalidates: readonly QueryKey[];
  /** Creates an item, or edits `item`; loaded when it is first opened. */
  form?: ComponentType<{ item: Row | undefined; onClose: () => void }>;
  mayCreate?: boolean;
  /** `New segment` when absent. */
  createLabel?: string;
  mayEdit?: (row: Row) => boolean;
  removal?: Removal<Row>;
  /** Further actions of a row. */
  actions?: (row: Row) => RowAction[];
  /** Whether the state is in the URL: false for a second list on a page. */
  inUrl?: boolean;
  /** Beside the filter. */
  toolbar?: ReactNode;
  /** Shown instead of an empty list, with the icon of the items. */
  empty: ReactNode;
  icon: IconType;
};

type ActionsOf<Row> = (row: Row) => { name: string; actions: RowAction[] };

const RowActions = createContext<ActionsOf<never>>(() => ({ name: '', actions: [] }));

/** A list with a filter, and dialogs to create, edit and delete items. */
export function ManagedList<Row extends object>(props: Props<Row>) {
  const { noun, counted = noun, found, rows, columns, rowKey, form: Form, inUrl = true } = props;
  const [edited, setEdited] = useState<Row | 'new'>();
  const [removed, setRemoved] = useState<Row>();
  const view = useListView(rows, columns, props.textOf ?? props.nameOf, inUrl);
  const all = useMemo(() => withActions(columns), [columns]);
  const layout = useTableLayout(props.name);
  const bulk = useBulkRows(props, view.matching);
  const create = Form && props.mayCreate && (
    <Button leftSection={<PlusIcon />} onClick={() => setEdited('new')}>
      {props.createLabel ?? texts.list.create(noun.one)}
    </Button>
  );
  return (
    <>
      {rows?.length === 0 ? (
        props.toolbar && <Group mb="sm">{props.toolbar}</Group>
      ) : (
        <Group mb="sm" gap="sm">
          {inUrl && <FilterBox noun={noun} view={view} />}
          {props.toolbar}
          <Group ml="auto" gap="sm">
            <Suspense>
              <TableOptions columns={all} control={layout} />
              <ExportList {...props} rows={view.matching} control={layout} />
            </Suspense>
            {create}
          </Group>
        </Group>
      )}
      {found.error && <ErrorNote error={found.error} onRetry={() => void found.refetch()} />}
      {view.total === 0 && rows && <Empty {...props} view={view} action={create} />}
      {!found.error && (!rows || view.total > 0) && (
        <RowActions value={actionsOf(props, setEdited, setRemoved) as ActionsOf<never>}>
          <DataTable
            label={capital(noun.many)}
            columns={all}
            rows={view.shown}
            rowKey={rowKey}
            rowLines={2}
            sort={view.sort}
            onSort={view.onSort}
            layout={layout}
            {...bulk.table}
          />
        </RowActions>
      )}
      {view.total > 0 && (
        <Pages {...view} noun={nounFor(view.total, counted)} limit={view.pageSize} />
      )}
      {bulk.bar}
      {Form && edited && (
        <Suspense>
          <Form item={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
        </Suspense>
      )}
      <RemovalDialog {...props} row={removed} onClose={() => setRemoved(undefined)} />
    </>
  );
}

const nounFor = (count: number, { one, many }: Noun) => (count === 1 ? one : many);

type InListProps = { noun: Noun; view: { query: string; onQuery: (text: string) => void } };

function FilterBox({ noun, view }: InListProps) {
  const label = texts.list.filter(noun.many);
  return (
    <Box style={{ flex: '1 1 200px', maxWidth: 480 }}>
      <SearchBox label={label} placeholder={label} text={view.query} onText={view.onQuery} />
    </Box>
  );
}

type EmptyProps = InListProps & {
  rows: readonly object[] | undefined;
  empty: ReactNode;
  icon?: IconType | undefined;
  action: ReactNode;
};

function Empty({ rows, noun, view, empty, icon, action }: EmptyProps) {
  if (rows?.length === 0) {
    return (
      <EmptyState title={texts.list.empty(noun.many)} action={action} icon={icon}>
        {empty}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={SearchIcon}
      title={texts.list.noMatch(noun.one)}
      action={
        <Button variant="default" onClick={() => view.onQuery('')}>
          {texts.list.showAll}
        </Button>
      }
    />
  );
}

function actionsOf<Row>(
  { nameOf, mayEdit, removal, actions }: Props<Row>,
  edit: (row: Row) => void,
  remove: (row: Row) => void,
) {
  const { does } = removal?.verb ?? texts.list.deleting;
  const listed = (row: Row): RowAction[] => [
    ...(actions?.(row) ?? []),
    ...(mayEdit?.(row)
      ? [{ label: texts.list.edit(nameOf(row)), icon: <EditIcon />, onClick: () => edit(row) }]
      : []),
    ...(removal?.may(row)
      ? [
          {
            label: texts.list.remove(does, nameOf(row)),
            icon: <TrashIcon />,
            inMenu: removal.inMenu ?? false,
            onClick: () => remove(row),
          },
        ]
      : []),
  ];
  return (row: Row) => ({ name: nameOf(row), actions: listed(row) });
}

/** The name cannot be hidden; a list without such a column begins with what identifies its rows. */
const withActions = <Row extends object>(columns: readonly ListColumn<Row>[]): Column<Row>[] => [
  ...columns.map((column) => ({
    ...column,
    ...(column.value ? { sortBy: column.id } : {}),
    required: column === (columns.find(({ id }) => id === 'name') ?? columns[0]),
  })),
  {
    id: 'actions',
    required: true,
    header: '',
    label: texts.list.actions,
    align: 'right',
    cell: (row) => <ActionsCell row={row} />,
  },
];

function ActionsCell({ row }: { row: object }) {
  const { name, actions } = useContext(RowActions)(row as never);
  const inMenu = actions.filter((each) => each.inMenu);
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {actions
        .filter((each) => !each.inMenu)
        .map((each) => (
          <ActionButton key={each.label} {...each} />
        ))}
      {inMenu.length > 0 && <RowMenu label={texts.list.more(name)} actions={inMenu} />}
    </Group>
  );
}

/** A phone has no width for the text, and shows the icon. */
function ActionButton({ label, icon, text, onClick }: RowAction) {
  return (
    <>
      <Tooltip label={label}>
        <ActionIcon
          {...(text === undefined ? {} : { hiddenFrom: 'sm' })}
          variant="subtle"
          color="gray"
          aria-label={label}
          onClick={onClick}
        >
          {icon}
        </ActionIcon>
      </Tooltip>
      {text !== undefined && (
        <Button
          visibleFrom="sm"
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={icon}
          aria-label={label}
          onClick={onClick}
        >
          {text}
        </Button>
      )}
    </>
  );
}

function RowMenu({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={label}>
          <MoreIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((each) => (
          <Menu.Item key={each.label} leftSection={each.icon} onClick={each.onClick}>
            {each.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

type RemovalProps<Row> = Pick<Props<Row>, 'noun' | 'nameOf' | 'removal' | 'invalidates'> & {
  row: Row | undefined;
  onClose: () => void;
};

function RemovalDialog<Row>(props: RemovalProps<Row>) {
  const { noun, nameOf, removal, invalidates, row, onClose } = props;
  const refresh = useRefresh(invalidates);
  if (!removal || row === undefined) return null;
  const name = nameOf(row);
  const { does, done } = removal.verb ?? texts.list.deleting;
  return (
    <Confirm
      opened
      title={texts.list.removeTitle(does, noun.one, name)}
      action={texts.list.removeAction(does, noun.one)}
      {...(removal.typed ? { typed: name } : {})}
      disabled={removal.refused?.(row) === true}
      onConfirm={async () => {
        await removal.send(row);
        await refresh();
        toast(texts.list.removed(name, done));
      }}
      onClose={onClose}
    >
      {removal.warning(row)}
    </Confirm>
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
