-- Finds the newest event that matters to the SDKs of an environment without reading the log.
create index events_for_sdks on events (environment, id)
  where feature_name is not null or type in ('segment-updated', 'feature-import',
    'features-imported', 'project-environment-added', 'project-environment-removed');
