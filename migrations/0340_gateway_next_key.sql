-- A key that is being sent to its pile: both open the line until the pile has taken one (decision 341).
alter table gateway_credential add column next_key_hash text, add column next_key_command uuid;
