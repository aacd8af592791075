import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

/** Modules read their texts when they are loaded. */
beforeAll(() => {
  vi.stubGlobal('navigator', { languages: ['de-DE'] });
  vi.resetModules();
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe('in German', () => {
  test('the sentences of a comparison are German', async () => {
    const { sentencesOf } = await import('./src/history/comparison/sentences.ts');
    const strategy = { name: 'flexibleRollout', title: 'VIP', parameters: { rollout: '25' } };
    const change = {
      flag: 'f',
      environment: 'live',
      action: 'updateStrategy' as const,
      payload: {},
      before: strategy,
      after: { ...strategy, parameters: { rollout: '50' } },
      sentences: ['Rollout of flexibleRollout in live changed from 25% to 50%'],
    };
    const names = { typeTitle: () => 'Schrittweiser Rollout', segmentName: String };

    expect(sentencesOf(change, names)).toEqual([
      'Rollout (Schrittweiser Rollout „VIP“, live) geändert: 25% → 50%',
    ]);
  });

  test('the members of a difference have German names, others stay as they are', async () => {
    const { pathLabel } = await import('./src/ui/path-label.ts');

    expect(pathLabel('/constraints/0/caseInsensitive')).toBe(
      'Bedingung 1 › ohne Groß-/Kleinschreibung',
    );
    expect(pathLabel('/environments/live/enabled')).toBe('Umgebungen › live › aktiviert');
    expect(pathLabel('')).toBe('Alles');
  });

  test('a pager counts as one would say it', async () => {
    const { texts } = await import('./src/ui/texts.ts');
    const { all, shown } = texts.pages;

    expect([all(1, 'Flags'), all(6, 'Flags')]).toEqual(['1 Eintrag', '6 Einträge']);
    expect(shown(51, 100, 2345, 'Flags')).toBe('51–100 von 2.345 Einträgen');
  });

  test('what is predefined has German names, and what users named stays as it is', async () => {
    const names = await import('./src/ui/predefined/names.ts');
    const strategy = { name: 'flexibleRollout', title: 'Gradual rollout', description: '' };

    expect([names.roleName('Owner'), names.roleName('Release manager')]).toEqual([
      'Eigentümer',
      'Release manager',
    ]);
    const permission = { id: 'permission', description: 'Who may use it.' };
    expect(names.flagTypeDescription(permission)).toBe('Legt fest, wer eine Funktion nutzen darf.');
    expect(names.flagTypeDescription({ ...permission, id: 'own' })).toBe('Who may use it.');
    expect(names.withStrategyTexts({ ...strategy, editable: false }).title).toBe(
      'Schrittweiser Rollout',
    );
    const parameters = [{ name: 'rollout', description: 'Percentage of users' }];
    expect(
      names.withStrategyTexts({ ...strategy, parameters, editable: false }).parameters,
    ).toEqual([{ name: 'rollout', description: 'Prozentsatz der Benutzer' }]);
    expect(names.withStrategyTexts({ ...strategy, editable: true }).title).toBe('Gradual rollout');
  });

  test('every type of event has a German label, one of a newer server that of the server', async () => {
    const { eventLabels } = await import('../server/events/labels.ts');
    const { eventLabel } = await import('./src/audit/labels/label.ts');

    const english = Object.entries(eventLabels).filter(
      ([type, label]) => eventLabel({ type, label }) === label,
    );

    expect(english).toEqual([]);
    expect(eventLabel({ type: 'moon-landed', label: 'Moon landed' })).toBe('Moon landed');
  });

  test('every permission of the server has a German name', async () => {
    const { permissionCatalogue } = await import('../server/platform/permissions.ts');
    const { permissionName } = await import('./src/ui/predefined/names.ts');

    const english = permissionCatalogue.filter((it) => permissionName(it) === it.displayName);

    expect(english).toEqual([]);
  });
});
