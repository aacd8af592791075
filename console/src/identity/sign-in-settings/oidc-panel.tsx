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
import { Panel } from '../../ui/panel.tsx';
import { useSave } from '../../ui/save.ts';
import { RoleSelect } from '../roles/role-select.tsx';
import { saveOidc, testOidc } from './api.ts';

type Props = { settings: OidcSettings; roles: readonly Role[] };

const viewerRole = 3;

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
    message: ({ enabled }) => `Single sign-on is ${enabled ? 'enabled' : 'disabled'}`,
    onDone: () => form.setFieldValue('secret', ''),
  });
  const check = useMutation({ mutationFn: (values: Values) => testOidc(bodyOf(values, settings)) });
  const fixed = settings.configuredThroughEnv;
  return (
    <Panel
      title="Single sign-on with OpenID Connect"
      note="Users sign in at your identity provider. Register this redirect address there:"
    >
      <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack>
          {fixed && (
            <Alert>
              OpenID Connect is configured by environment variables of the server, which override
              these settings.
            </Alert>
          )}
          <TextInput
            label="Redirect address"
            readOnly
            value={settings.redirectUri}
            rightSection={<Copy text={settings.redirectUri} label="Copy the redirect address" />}
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
        Test this configuration
      </Button>
      {!fixed && (
        <Button type="submit" loading={saving}>
          Save
        </Button>
      )}
    </Group>
  );
}

type FormProps = { form: ReturnType<typeof useForm<Values>> };

function ProviderFields({ form, hasSecret }: FormProps & { hasSecret: boolean }) {
  return (
    <>
      <Switch
        label="Users can sign in with OpenID Connect"
        {...form.getInputProps('enabled', { type: 'checkbox' })}
      />
      <TextInput
        label="Issuer"
        description="The https address of the identity provider"
        maxLength={2000}
        {...form.getInputProps('discoverUrl')}
      />
      <TextInput label="Client id" maxLength={2000} {...form.getInputProps('clientId')} />
      <PasswordInput
        label="Client secret"
        description={hasSecret ? 'Leave it empty to keep the present one' : undefined}
        autoComplete="off"
        maxLength={2000}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the secret' }}
        {...form.getInputProps('secret')}
      />
    </>
  );
}

function UserFields({ form, roles }: FormProps & { roles: readonly Role[] }) {
  return (
    <>
      <Switch
        label="Create users at their first sign-in"
        {...form.getInputProps('autoCreate', { type: 'checkbox' })}
      />
      <RoleSelect
        label="Role of users it creates"
        roles={roles}
        value={form.values.defaultRootRoleId}
        onChange={(id) => form.setFieldValue('defaultRootRoleId', id ?? viewerRole)}
      />
      <TagsInput
        label="E-mail domains that may sign in"
        description="Without any, all may"
        acceptValueOnBlur
        {...form.getInputProps('emailDomains')}
      />
      <TextInput
        label="Claim with the groups"
        description="Such as groups; without it, groups are not changed"
        maxLength={255}
        {...form.getInputProps('groupJsonPath')}
      />
      <Switch
        label="Request the scope groups"
        {...form.getInputProps('addGroupsScope', { type: 'checkbox' })}
      />
      <Switch
        label="Accept e-mail addresses that the provider does not mark as verified"
        description="Only for a provider that assigns addresses itself, such as Microsoft Entra ID"
        {...form.getInputProps('trustEmail', { type: 'checkbox' })}
      />
      <Switch
        label="Signing out also ends the session at the provider"
        {...form.getInputProps('enableSingleSignOut', { type: 'checkbox' })}
      />
    </>
  );
}

function CheckResult({ result }: { result: OidcCheck }) {
  return (
    <Alert
      color={result.ok ? 'teal' : 'red'}
      title={result.ok ? 'The configuration works' : 'The configuration does not work'}
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
