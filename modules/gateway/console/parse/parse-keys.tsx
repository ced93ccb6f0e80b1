import { useWords } from '@wattyard/console-kit'
import { Input } from 'antd'

const KEYS = ['sigSecret', 'dataSecret', 'dataSecretIv', 'accessToken'] as const

/** Draws the inputs for the secrets of a partner. They apply to this answer only: not part of an address and not stored. */
export function ParseKeys({
  keys,
  onChange,
}: {
  keys: Readonly<Record<string, string>>
  onChange: (keys: Readonly<Record<string, string>>) => void
}) {
  const { t } = useWords()
  return (
    <fieldset className="gateway-keys">
      <legend>{t('gateway.parse.keys')}</legend>
      {KEYS.map(key => (
        <label key={key}>
          <span>{t(`gateway.parse.key.${key}`)}</span>
          <Input.Password
            value={keys[key] ?? ''}
            autoComplete="new-password"
            onChange={event => onChange({ ...keys, [key]: event.target.value })}
          />
        </label>
      ))}
      <p className="w-quiet">{t('gateway.parse.keysNote')}</p>
    </fieldset>
  )
}
