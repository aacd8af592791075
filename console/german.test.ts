import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { LoggedEvent } from './src/audit/events/api.ts';

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
    const own = { description: 'Our own' };
    expect(names.descriptionOf(own)).toBe('Our own');
    expect(names.descriptionOf({ description: null })).toBeNull();
    expect(names.descriptionOf({ description: 'The time of evaluation' })).toBe(
      'Der Zeitpunkt der Auswertung',
    );
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

  test('the summary of an event of every type is German', async () => {
    const { eventLabels } = await import('../server/events/labels.ts');
    const { eventLabel } = await import('./src/audit/labels/label.ts');

    for (const [type, label] of Object.entries(eventLabels)) {
      const text = await summaryOf({ type, label });
      expect(text, type).toMatch(/^Ada: .+ – Flag dark-mode|^Ada: .* – dark-mode/);
      expect(text, type).toMatch(/, Projekt shop$|, shop$/);
      expect(text, type).not.toMatch(/undefined|null|\[object|\b(the|flag|updated)\b/);
      expect(text.includes(eventLabel({ type })) || /\bin live /i.test(text), type).toBe(true);
    }
  });

  test.each([
    [
      'feature-strategy-add',
      { data: { name: 'flexibleRollout', title: null } },
      'Ada: Strategie flexibleRollout in live hinzugefügt – Flag dark-mode, Projekt shop',
    ],
    [
      'feature-strategy-update',
      {
        preData: { name: 'default', parameters: { rollout: '10' } },
        data: { name: 'default', parameters: { rollout: '50' } },
      },
      'Ada: Rollout (default, live) geändert: 10% → 50% – Flag dark-mode, Projekt shop',
    ],
    [
      'project-updated',
      {
        featureName: null,
        environment: null,
        preData: { name: 'Shop', featureLimit: 10, defaultStickiness: 'default' },
        data: { name: 'Shop', featureLimit: null, defaultStickiness: 'default' },
      },
      'Ada: Projekt geändert – shop (Flag-Limit: 10 → nichts)',
    ],
    [
      'change-added',
      { data: { changeRequestId: 42, action: 'patchVariant', payload: { variants: [] } } },
      'Ada: Änderung hinzugefügt: Varianten ändern – Änderungsantrag #42, Flag dark-mode, Umgebung live, Projekt shop',
    ],
    [
      'change-edited',
      {
        featureName: null,
        preData: { changeRequestId: 42, title: 'An' },
        data: { changeRequestId: 42, title: 'Start' },
      },
      'Ada: Titel geändert – Änderungsantrag #42, Umgebung live, Projekt shop (Titel: An → Start)',
    ],
    [
      'user-updated',
      {
        project: null,
        featureName: null,
        environment: null,
        preData: { name: 'Bo', email: null },
        data: { name: 'Bo', email: 'bo@example.com' },
      },
      'Ada: Benutzer geändert – Bo (E-Mail: nichts → bo@example.com)',
    ],
    [
      'user-updated',
      {
        project: null,
        featureName: null,
        environment: null,
        preData: { name: 'Bo' },
        data: { name: 'Bo', passwordChanged: true },
      },
      'Ada: Benutzer geändert – Bo (Passwort geändert: Ja)',
    ],
    [
      'group-user-added',
      {
        project: null,
        featureName: null,
        environment: null,
        data: { groupName: 'QA', groupId: 3, userId: 26 },
      },
      'Ada: Benutzer zur Gruppe hinzugefügt – Ben, Gruppe QA',
    ],
    [
      'segment-updated',
      {
        project: null,
        featureName: null,
        environment: null,
        preData: { name: 'EU', description: null },
        data: { name: 'EU', description: 'Mitglieder' },
      },
      'Ada: Beschreibung des Segments EU geändert: nichts → „Mitglieder“',
    ],
    [
      'change-request-approved',
      { data: { changeRequestId: 7 } },
      'Ada: Änderungsantrag genehmigt – #7, Flag dark-mode, Umgebung live, Projekt shop',
    ],
  ])('the summary of %s says what changed, and where', async (type, event, summary) => {
    expect(await summaryOf({ type, ...event })).toBe(summary);
  });

  test('the server itself is named as the product', async () => {
    const created = { type: 'feature-stale-on', createdBy: 'system', createdByUserId: -1337 };

    expect(await summaryOf(created)).toMatch(/^Pennon \(automatisch\): Flag als veraltet markiert/);
  });

  async function summaryOf(event: Partial<LoggedEvent>): Promise<string> {
    const { composedSummary } = await import('./src/audit/summaries/composed.ts');
    const { sentencesOf } = await import('./src/history/comparison/sentences.ts');
    const people: Record<number, string> = { 1: 'Ada', 26: 'Ben' };
    const spans = composedSummary(
      {
        id: 1,
        createdAt: '',
        createdBy: 'ada',
        createdByUserId: 1,
        tags: [],
        project: 'shop',
        environment: 'live',
        featureName: 'dark-mode',
        type: '',
        data: null,
        preData: null,
        label: '',
        summary: '',
        ...event,
      },
      {
        person: (id) => people[id ?? 0],
        sentencesOf: (change) =>
          sentencesOf(change, { typeTitle: (name) => name, segmentName: String }),
      },
    );
    return spans.map(({ text }) => text).join('');
  }

  test('descriptions of what every installation has are German', async () => {
    const { readFileSync } = await import('node:fs');
    const { descriptionOf } = await import('./src/ui/predefined/names.ts');
    const read = (name: string) =>
      readFileSync(
        new URL(`../server/platform/db/migrations/${name}.sql`, import.meta.url),
        'utf8',
      );
    const [fields = '', types = ''] = ['context_fields', 'tag_types'].map(
      (table) => read('0004_flags').split(`insert into ${table} `)[1]?.split(';')[0],
    );
    const [project = ''] = /\('default', 'Default'.*/.exec(read('0001_projects')) ?? [];
    const found = [...`${fields}${types}${project}`.matchAll(/'((?:The|A|Where) [^']+)'/g)];

    expect(found).toHaveLength(7);
    for (const [, description] of found) {
      expect(descriptionOf({ description })).not.toBe(description);
    }
  });

  test('dates are those of the region of the browser', async () => {
    const { locale } = await import('./src/language.ts');

    expect(locale).toBe('de-DE');
  });

  test('every permission of the server has a German name', async () => {
    const { permissionCatalogue } = await import('../server/platform/permissions.ts');
    const { permissionName } = await import('./src/ui/predefined/names.ts');

    const english = permissionCatalogue.filter((it) => permissionName(it) === it.displayName);

    expect(english).toEqual([]);
  });
});
