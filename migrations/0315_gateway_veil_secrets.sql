-- Keys and passwords of piles that were written down with what was asked of them, and with what they told.
update gateway_configuration set value = '••••••'
where value <> '' and key ~* 'authorizationkey|passw(or)?d|passphrase|passcode|\ypwd\y|secret|privatekey|credential|apikey|\ypsk\y|pin(code)?$';
update gateway_command set payload = jsonb_set(payload, '{value}', '"••••••"')
where payload ? 'value' and payload->>'key' ~* 'authorizationkey|passw(or)?d|passphrase|passcode|\ypwd\y|secret|privatekey|credential|apikey|\ypsk\y|pin(code)?$';
update gateway_command set payload = jsonb_set(payload, '{location}', to_jsonb(regexp_replace(payload->>'location', '://([^/:@]*):[^/@]+@', '://\1:••••••@')))
where payload->>'location' ~ '://[^/:@]*:[^/@]+@';
