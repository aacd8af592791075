-- An import from Unleash concerns all SDKs.
drop index events_for_sdks;
create index events_for_sdks on events (environment, id)
  where feature_name is not null or type in ('segment-updated', 'feature-import',
    'features-imported', 'unleash-imported', 'project-environment-added',
    'project-environment-removed');
