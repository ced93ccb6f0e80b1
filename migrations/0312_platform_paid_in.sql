-- Money that somebody writes down as paid in has sums of its own: until it is found at the bank, one person's word says so.
alter table platform_movement drop constraint platform_movement_side_check,
  add constraint platform_movement_side_check check (side in ('gives', 'takes', 'paysIn'));
alter table platform_approval drop constraint platform_approval_because_check,
  add constraint platform_approval_because_check
    check (because in ('limit', 'always', 'memberDay', 'memberMonth', 'personDay', 'personMonth', 'paidInMember', 'paidInPerson'));
