-- What one person lets the company owe another one adds up over a day: many small debts weigh what they come to (decision 426).
alter table platform_movement drop constraint platform_movement_side_check,
  add constraint platform_movement_side_check check (side in ('gives', 'takes', 'paysIn', 'owes'));
alter table platform_approval drop constraint platform_approval_because_check,
  add constraint platform_approval_because_check check (because in ('limit', 'always', 'memberDay', 'memberMonth', 'personDay', 'personMonth',
    'paidInMember', 'paidInPerson', 'companyDay'));
