import type { Moment } from './columns.ts';

/** References to flags in code. */
export type CodeTables = {
  code_scans: {
    project: string;
    repository: string;
    branch: string;
    commit: string | null;
    scanned_at: Moment;
  };
  code_references: {
    flag: string;
    project: string;
    repository: string;
    branch: string;
    path: string;
    line: number;
    content: string | null;
    in_comment: boolean;
  };
};
