-- States of charge as every other share: parts per million, which lists, details and exports show as percent.
alter table charging_order rename column live_soc_permille to live_soc_ppm;
alter table charging_order rename column soc_start_permille to soc_start_ppm;
alter table charging_order
  alter column live_soc_ppm type bigint using live_soc_ppm::bigint * 1000,
  alter column soc_start_ppm type bigint using soc_start_ppm::bigint * 1000;
