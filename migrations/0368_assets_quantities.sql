-- Quantities are whole numbers of their last decimal, in columns that hold any of them.
alter table assets_model
  alter column min_voltage type bigint,
  alter column max_voltage type bigint,
  alter column max_current type bigint;
alter table assets_station alter column rated_capacity_kva type bigint;
