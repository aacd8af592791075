import { createContext, useContext } from 'react';
import styles from './environment.module.css';
import { environmentTypeName } from './names.ts';

/** The types of the environments by name, so that a name is enough to show its colour. */
export const EnvironmentTypes = createContext<ReadonlyMap<string, string>>(new Map());

const kinds: Record<string, string> = {
  production: 'production',
  preproduction: 'staging',
  'pre-production': 'staging',
  staging: 'staging',
  test: 'test',
  development: 'development',
};

/** One of five kinds; types that people invented are `other`. */
const environmentKind = (type: string | undefined): string =>
  kinds[type?.toLowerCase() ?? ''] ?? 'other';

type Props = {
  name: string;
  /** Where it is known; otherwise it is looked up by name. */
  type?: string;
};

/** The name of an environment with the mark of its type. */
export function EnvironmentName({ name, type }: Props) {
  return <Marked name={name} type={type} className={styles.name} />;
}

/** The same as a badge, beside other badges. */
export function EnvironmentBadge({ name }: { name: string }) {
  return <Marked name={name} className={`${styles.name} ${styles.badge}`} />;
}

/** Properties of a panel that belongs to an environment: an edge in its colour. */
export function useEnvironmentEdge(name: string, type?: string) {
  const known = useContext(EnvironmentTypes).get(name);
  return { className: styles.panel, 'data-type': environmentKind(type ?? known) };
}

type MarkedProps = { name: string; type?: string | undefined; className: string | undefined };

function Marked({ name, type, className }: MarkedProps) {
  const known = useContext(EnvironmentTypes).get(name);
  const shown = type ?? known;
  return (
    <span
      className={className}
      data-type={environmentKind(shown)}
      title={shown && environmentTypeName(shown)}
    >
      <span className={styles.mark} aria-hidden="true" />
      <span className={styles.text}>{name}</span>
    </span>
  );
}
