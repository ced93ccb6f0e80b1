-- Jobs as a person governs them: when each is due, whether it is paused, and who runs it now. Rows of jobs that serve the
-- whole installation belong to its home tenant, so that nobody else sees or touches them.
create table platform_schedule (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name text not null,
  cron text not null,
  zone text not null,
  missed text not null check (missed in ('skip', 'once')),
  state text not null default 'active' check (state in ('active', 'paused', 'retired')),
  next_run_at timestamptz,
  last_run_at timestamptz,
  last_outcome text,
  running_since_at timestamptz,
  -- What the module itself wants; a change of it is followed only where no person has said otherwise.
  own_cron text not null default '* * * * *',
  own_zone text not null default 'UTC',
  own_missed text not null default 'once',
  -- Asked for by a person, beside its times.
  wanted_at timestamptz,
  wanted_by text,
  -- Who runs it, until when that is believed, and under which entry of the history.
  lease_owner uuid,
  lease_until timestamptz,
  run_id uuid,
  primary key (tenant_id, id),
  check ((lease_until is null) = (run_id is null)),
  check (state = 'active' or next_run_at is null)
);
create unique index platform_schedule_name_key on platform_schedule (tenant_id, name);
create index platform_schedule_next_run_at on platform_schedule (tenant_id, next_run_at, id);
create index platform_schedule_last_run_at on platform_schedule (tenant_id, last_run_at, id);
create index platform_schedule_state on platform_schedule (tenant_id, state, id);
create index platform_schedule_last_outcome on platform_schedule (tenant_id, last_outcome, id);
call wattyard_protect('platform_schedule', 'select, insert, update');

-- Every run of a job, bounded by a job of its own.
create table platform_schedule_run (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  schedule_id uuid not null,
  cause text not null check (cause in ('due', 'missed', 'asked')),
  asked_by text,
  started_at timestamptz not null,
  ended_at timestamptz,
  outcome text not null check (outcome in ('running', 'done', 'failed', 'stopped', 'lost', 'skipped')),
  output text,
  primary key (tenant_id, id),
  foreign key (tenant_id, schedule_id) references platform_schedule (tenant_id, id)
);
create index platform_schedule_run_started_at on platform_schedule_run (tenant_id, started_at, id);
create index platform_schedule_run_schedule on platform_schedule_run (tenant_id, schedule_id, started_at, id);
create index platform_schedule_run_outcome on platform_schedule_run (tenant_id, outcome, id);
-- Two runs of one job at once cannot even be written down.
create unique index platform_schedule_run_once on platform_schedule_run (tenant_id, schedule_id) where outcome = 'running';
call wattyard_protect('platform_schedule_run');

-- Leases of jobs that are scheduled from now on; the beats of the product keep theirs.
delete from kernel_job where name in ('kernel.forget', 'identity.tidy', 'platform.expire-approvals', 'ledger.verify', 'ledger.roll-up', 'gateway.expireCommands', 'gateway.forgetFrames', 'gateway.forgetEvents');
