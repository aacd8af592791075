/** Configurations over time. */
export type VersionTables = {
  versions: {
    kind: 'flag' | 'segment' | 'project';
    key: string;
    event_id: number;
    first_event_id: number;
    created_at: string;
    project: string | null;
    configuration: object | null;
    children: string[] | null;
    subject_created_at: string | null;
    subject_created_by: number | null;
    archived_at: string | null;
  };
};
