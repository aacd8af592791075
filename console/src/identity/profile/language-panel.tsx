import { Select } from '@mantine/core';
import { chooseLanguage, chosenLanguage, type Language, languages } from '../../language.ts';
import { Panel } from '../../ui/panel.tsx';
import { texts } from '../texts.tsx';

const browser = 'browser';

/** Each language is named in itself, so that a person can find it in any other. */
const options = [
  { value: browser, label: texts.profile.ofBrowser },
  ...Object.entries(languages).map(([value, label]) => ({ value, label })),
];

export function LanguagePanel() {
  return (
    <Panel title={texts.profile.language}>
      <Select
        aria-label={texts.profile.language}
        description={texts.profile.languageNote}
        allowDeselect={false}
        data={options}
        value={chosenLanguage() ?? browser}
        onChange={(value) => chooseLanguage(value === browser ? undefined : (value as Language))}
      />
    </Panel>
  );
}
