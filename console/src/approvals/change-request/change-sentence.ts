import type { NewDependency } from '../../../../server/flags/dependencies/schema.ts';
import { texts } from '../texts.tsx';

const text = texts.changeRequest.changes;

type Described = { action: string; payload?: unknown };

export function changeSentence({ action, payload }: Described): string {
  const proposed = (payload ?? {}) as { enabled?: boolean };
  switch (action) {
    case 'updateEnabled':
      return proposed.enabled ? text.switchOn : text.switchOff;
    case 'addStrategy':
      return text.addStrategy;
    case 'updateStrategy':
      return text.updateStrategy;
    case 'deleteStrategy':
      return text.deleteStrategy;
    case 'reorderStrategy':
      return text.reorderStrategies;
    case 'patchVariant':
      return text.variants;
    case 'archiveFeature':
      return text.archive;
    case 'addDependency':
      return dependencySentence(payload as NewDependency);
    case 'deleteDependency':
      return typeof payload === 'string' ? text.independentOf(payload) : text.independent;
    case 'updateSegment':
      return text.updateSegment;
    case 'deleteSegment':
      return text.deleteSegment;
    default:
      return text.other;
  }
}

function dependencySentence({ feature, enabled = true, variants = [] }: NewDependency): string {
  if (!enabled) return text.dependOnOff(feature);
  if (variants.length > 0) return text.dependOnVariants(feature, variants);
  return text.dependOnOn(feature);
}
