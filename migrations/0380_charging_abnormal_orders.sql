-- An abnormal order is one row, however many findings it has (decision 386). The findings keep their table under a name of their own.
alter table charging_abnormal rename to charging_finding;
alter index charging_abnormal_pkey rename to charging_finding_pkey;
alter index charging_abnormal_once rename to charging_finding_once;
drop index charging_abnormal_state, charging_abnormal_created, charging_abnormal_code, charging_abnormal_kind, charging_abnormal_severity,
  charging_abnormal_station, charging_abnormal_operator;
alter index charging_abnormal_pile rename to charging_finding_pile;
alter index charging_abnormal_order rename to charging_finding_order;

-- The id is that of the order. What a finding says (rule, code, kind, severity, blocks) is said by the worst open one; by the worst of
-- all when none is open.
create table charging_abnormal (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  order_id uuid not null,
  order_no text not null,
  operator_id uuid not null,
  station_id uuid not null,
  pile_id uuid not null,
  member_id uuid,
  rule text not null,
  code text not null,
  kind text not null,
  severity text not null,
  blocks boolean not null,
  open_findings integer not null,
  since_at timestamptz not null,
  urgency text not null,
  state text not null,
  estimate_fen bigint,
  assignee_id uuid,
  closed_at timestamptz,
  closed_by text,
  note text,
  primary key (tenant_id, id)
);
create index charging_abnormal_state on charging_abnormal (tenant_id, state, id);
create index charging_abnormal_code on charging_abnormal (tenant_id, code, id);
create index charging_abnormal_kind on charging_abnormal (tenant_id, kind, id);
create index charging_abnormal_severity on charging_abnormal (tenant_id, severity, id);
create index charging_abnormal_station on charging_abnormal (tenant_id, station_id, id);
create index charging_abnormal_operator on charging_abnormal (tenant_id, operator_id, id);
create index charging_abnormal_pile on charging_abnormal (tenant_id, pile_id, id);
create index charging_abnormal_order on charging_abnormal (tenant_id, order_id, id);
create index charging_abnormal_order_no on charging_abnormal (tenant_id, order_no, id);
create index charging_abnormal_assignee on charging_abnormal (tenant_id, assignee_id, id);
create index charging_abnormal_urgency on charging_abnormal (tenant_id, urgency, id);
create index charging_abnormal_since on charging_abnormal (tenant_id, since_at, id);
create index charging_abnormal_estimate on charging_abnormal (tenant_id, estimate_fen, id);
create index charging_abnormal_created on charging_abnormal (tenant_id, created_at, id);
call wattyard_protect('charging_abnormal');
call wattyard_outlives('charging_abnormal', '{closed_by,note}');

insert into charging_abnormal (tenant_id, id, created_at, order_id, order_no, operator_id, station_id, pile_id, member_id, rule, code, kind, severity, blocks,
  open_findings, since_at, urgency, state, estimate_fen, closed_at, closed_by, note)
select o.tenant_id, o.id, f.first_at, o.id, o.order_no, o.operator_id, o.station_id, o.pile_id, o.member_id, f.rule, f.code, f.kind, f.severity, f.blocks,
  f.open_findings, f.since, f.rank || to_char(f.since at time zone 'UTC', '-YYYY-MM-DD"T"HH24:MI:SS.MS'), f.state, coalesce(o.estimate_fen, f.estimate),
  f.closed_at, f.closed_by, f.note
from charging_order o
join (
  select tenant_id, order_id, (array_agg(rule order by rank, created_at, rule))[1] as rule, (array_agg(code order by rank, created_at, rule))[1] as code,
    (array_agg(kind order by rank, created_at, rule))[1] as kind, (array_agg(severity order by rank, created_at, rule))[1] as severity, min(rank) as rank,
    bool_or(blocks) as blocks, (count(*) filter (where state = 'open'))::integer as open_findings, min(created_at) as since, min(first_at) as first_at,
    (array_agg(state order by closed_at desc nulls first))[1] as state, max(estimate_fen) as estimate, max(closed_at) as closed_at,
    (array_agg(closed_by order by closed_at desc nulls first))[1] as closed_by, (array_agg(note order by closed_at desc nulls first))[1] as note
  from (
    select *, array_position(array['critical', 'warning', 'notice'], severity) as rank,
      bool_or(state = 'open') over own as is_open, min(created_at) over own as first_at
    from charging_finding window own as (partition by tenant_id, order_id)
  ) f where state = 'open' or not is_open
  group by tenant_id, order_id
) f on f.tenant_id = o.tenant_id and f.order_id = o.id;

-- Whoever closes abnormal orders may hand them to a person.
update identity_role set permissions = permissions || array['charging.abnormal:assign'], version = version + 1, updated_at = now()
where 'charging.abnormal:handle' = any(permissions) and not 'charging.abnormal:assign' = any(permissions);
