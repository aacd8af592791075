import {
  Alert,
  Button,
  Group,
  List,
  PasswordInput,
  Stack,
  Switch,
  TagsInput,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { Role } from '../../../../server/identity/access/schema.ts';
import type { OidcCheck, OidcSettings } from '../../../../server/identity/oidc/schema.ts';
import { Copy } from '../../ui/copy.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { LeaveConfirmation } from '../../ui/leave.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useSave } from '../../ui/save.ts';
import { texts as ui } from '../../ui/texts.ts';
import { viewerRole } from '../roles/api.ts';
import { RoleSelect } from '../roles/role-select.tsx';
import { texts } from '../texts.tsx';
import { saveOidc, testOidc } from './api.ts';

type Props = { settings: OidcSettings; roles: readonly Role[] };

const own = texts.signInSettings.oidc;

const valuesOf = (settings: OidcSettings, roles: readonly Role[]) => ({
  enabled: settings.enabled,
  discoverUrl: settings.discoverUrl ?? '',
  clientId: settings.clientId ?? '',
  secret: '',
  autoCreate: settings.autoCreate ?? true,
  defaultRootRoleId:
    settings.defaultRootRoleId ??
    roles.find(({ name }) => name === settings.defaultRootRole)?.id ??
    viewerRole,
  emailDomains: (settings.emailDomains ?? '').split(',').filter((domain) => domain !== ''),
  groupJsonPath: settings.enableGroupSyncing ? (settings.groupJsonPath ?? '') : '',
  addGroupsScope: settings.addGroupsScope ?? false,
  trustEmail: settings.trustEmail ?? false,
  enableSingleSignOut: settings.enableSingleSignOut ?? false,
});

type Values = ReturnType<typeof valuesOf>;

const bodyOf = ({ secret, emailDomains, ...values }: Values, settings: OidcSettings) => ({
  ...values,
  emailDomains: emailDomains.join(','),
  enableGroupSyncing: values.groupJsonPath !== '',
  acrValues: settings.acrValues ?? null,
  idTokenSigningAlgorithm: settings.idTokenSigningAlgorithm ?? null,
  ...(secret !== '' && { secret }),
});

export function OidcPanel({ settings, roles }: Props) {
  const form = useForm({ initialValues: valuesOf(settings, roles) });
  const save = useSave(form, {
    send: (values: Values) => saveOidc(bodyOf(values, settings)),
    invalidates: [['oidc-settings'], ['sign-in-options']],
    message: ({ enabled }) => (enabled ? own.enabled : own.disabled),
    onDone: () => {
      form.setFieldValue('secret', '');
      form.resetDirty();
    },
  });
  const check = useMutation({ mutationFn: (values: Values) => testOidc(bodyOf(values, settings)) });
  const fixed = settings.configuredThroughEnv;
  return (
    <Panel title={own.title} note={own.note}>
      <LeaveConfirmation isDirty={form.isDirty} />
      <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack>
          {fixed && <Alert>{own.fixed}</Alert>}
          <TextInput
            label={own.redirect}
            readOnly
            value={settings.redirectUri}
            rightSection={<Copy text={settings.redirectUri} label={own.copyRedirect} />}
          />
          {!fixed && <ProviderFields form={form} hasSecret={settings.hasSecret} />}
          {!fixed && <UserFields form={form} roles={roles} />}
          {save.error && <ErrorNote error={save.error} />}
          {check.error && <ErrorNote error={check.error} />}
          {check.data && <CheckResult result={check.data} />}
          <Actions
            fixed={fixed}
            saving={save.isPending}
            testing={check.isPending}
            onTest={() => check.mutate(form.values)}
          />
        </Stack>
      </form>
    </Panel>
  );
}

type ActionProps = { fixed: boolean; saving: boolean; testing: boolean; onTest: () => void };

function Actions({ fixed, saving, testing, onTest }: ActionProps) {
  return (
    <Group justify="flex-end">
      <Button variant="default" loading={testing} onClick={onTest}>
        {own.test}
      </Button>
      {!fixed && (
        <Button type="submit" loading={saving}>
          {ui.common.save}
        </Button>
      )}
    </Group>
  );
}

type FormProps = { form: ReturnType<typeof useForm<Values>> };

function ProviderFields({ form, hasSecret }: FormProps & { hasSecret: boolean }) {
  return (
    <>
      <Switch label={own.enable} {...form.getInputProps('enabled', { type: 'checkbox' })} />
      <TextInput
        label={own.issuer}
        description={own.issuerNote}
        maxLength={2000}
        {...form.getInputProps('discoverUrl')}
      />
      <TextInput label={own.clientId} maxLength={2000} {...form.getInputProps('clientId')} />
      <PasswordInput
        label={own.clientSecret}
        description={hasSecret ? own.clientSecretNote : undefined}
        autoComplete="off"
        maxLength={2000}
        visibilityToggleButtonProps={{ 'aria-label': own.showSecret }}
        {...form.getInputProps('secret')}
      />
    </>
  );
}

function UserFields({ form, roles }: FormProps & { roles: readonly Role[] }) {
  return (
    <>
      <Switch label={own.autoCreate} {...form.getInputProps('autoCreate', { type: 'checkbox' })} />
      <RoleSelect
        label={own.defaultRole}
        roles={roles}
        value={form.values.defaultRootRoleId}
        onChange={(id) => form.setFieldValue('defaultRootRoleId', id ?? viewerRole)}
      />
      <TagsInput
        label={own.domains}
        description={own.domainsNote}
        acceptValueOnBlur
        {...form.getInputProps('emailDomains')}
      />
      <TextInput
        label={own.groupClaim}
        description={own.groupClaimNote}
        maxLength={255}
        {...form.getInputProps('groupJsonPath')}
      />
      <Switch
        label={own.groupScope}
        {...form.getInputProps('addGroupsScope', { type: 'checkbox' })}
      />
      <Switch
        label={own.trustEmail}
        description={own.trustEmailNote}
        {...form.getInputProps('trustEmail', { type: 'checkbox' })}
      />
      <Switch
        label={own.singleSignOut}
        {...form.getInputProps('enableSingleSignOut', { type: 'checkbox' })}
      />
    </>
  );
}

function CheckResult({ result }: { result: OidcCheck }) {
  return (
    <Alert
      color={result.ok ? 'teal' : 'red'}
      title={result.ok ? own.works : own.fails}
      role="status"
    >
      <List size="sm">
        {result.checks.map(({ name, message }) => (
          <List.Item key={name}>
            {name}: {message}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
