-- Parts of refunds of which their channel refuses to tell: nobody knows what became of them until it answers again.
create table payments_unheard_part (
  tenant_id uuid not null,
  part_id uuid not null,
  since timestamptz not null,
  -- The channel's own word.
  reason text not null,
  primary key (tenant_id, part_id)
);
call wattyard_protect('payments_unheard_part');
