import { api, toast, useMay, useWords } from '@wattyard/console-kit'
import { AskPassword, type SealedPassword } from '@wattyard/identity/console'
import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { setSecret } from '../../contract/calls/device.ts'
import { command } from '../../contract/command.ts'

interface ChangeSecretProps {
  readonly pileId: string
  readonly entry: { readonly key: string }
}

/** Draws the button that writes a secret setting of a pile, after the caller's own password. */
export function ChangeSecret({ pileId, entry: { key: setting } }: ChangeSecretProps) {
  const { t } = useWords()
  const id = useId()
  const mayChange = useMay(`${command.name}:setConfiguration`)
  const [isOpen, setOpen] = useState(false)
  const [value, setValue] = useState('')
  if (!mayChange) return null
  const name = t('gateway.configuration.changeOf', { key: setting })
  const close = (): void => {
    setOpen(false)
    setValue('')
  }
  const send = async (sealed: SealedPassword): Promise<void> => {
    await api.call(setSecret, { pile: pileId, setting, value, ...sealed }, { quiet: true })
    toast.good(t('kit.commandDone', { name }))
    close()
  }
  return (
    <>
      <Button size="small" aria-label={name} onClick={() => setOpen(true)}>
        {t('gateway.configuration.change')}
      </Button>
      {isOpen && (
        <AskPassword
          title={name}
          why={t('gateway.configuration.secretWhy')}
          action={t('gateway.configuration.change')}
          work={send}
          onClose={close}
        >
          <div className="w-field">
            <label htmlFor={id}>{t('gateway.configuration.value')}</label>
            <Input.Password
              id={id}
              autoComplete="off"
              maxLength={1000}
              value={value}
              onChange={event => setValue(event.target.value)}
            />
          </div>
        </AskPassword>
      )}
    </>
  )
}
