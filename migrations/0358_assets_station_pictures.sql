alter table assets_station add column pictures_file_ids uuid[];
