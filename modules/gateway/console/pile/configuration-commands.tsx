import { anyResource, api, CommandDialog, newIdempotencyKey, toast, useMay, useWords } from '@wattyard/console-kit'
import { commandCall } from '@wattyard/resource'
import { Button } from 'antd'
import { useState } from 'react'
import { pileCommand } from '../../contract/calls/command.ts'
import { awaitCommand } from '../../contract/calls/device.ts'
import { command } from '../../contract/command.ts'

interface ReadButtonProps {
  readonly pileId: string
  /** Called when the pile has answered. */
  readonly onRead: () => void
}

/** Draws the button that reads the whole configuration from the pile. */
export function ReadConfiguration({ pileId, onRead }: ReadButtonProps) {
  const { t } = useWords()
  const mayRead = useMay(`${command.name}:getConfiguration`)
  const [isBusy, setBusy] = useState(false)
  if (!mayRead) return null
  const read = async (): Promise<void> => {
    setBusy(true)
    try {
      const { list } = await api.call(
        commandCall(pileCommand('getConfiguration')),
        { pile: pileId, keys: [] },
        { key: newIdempotencyKey() },
      )
      const [sent] = list
      if (!sent) return
      const { state } = await api.call(awaitCommand, { id: sent.id }, { quiet: true })
      if (state === 'accepted') onRead()
      else toast.warn(t(`gateway.command.stateValue.${state}`))
    } catch {
      // The API client has shown the reason.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="small" loading={isBusy} onClick={() => void read()}>
      {t('gateway.configuration.read')}
    </Button>
  )
}

interface ChangeButtonProps {
  readonly pileId: string
  /** Value to change; absent for one that the pile has not named. */
  readonly entry?: { readonly key: string; readonly value: string | null }
}

/** Draws the button that changes one value of the configuration. */
export function ChangeConfiguration({ pileId, entry }: ChangeButtonProps) {
  const { t } = useWords()
  const mayChange = useMay(`${command.name}:setConfiguration`)
  const [isOpen, setOpen] = useState(false)
  if (!mayChange) return null
  const name = entry ? t('gateway.configuration.changeOf', { key: entry.key }) : t('gateway.command.setConfiguration')
  return (
    <>
      <Button size="small" aria-label={name} onClick={() => setOpen(true)}>
        {entry ? t('gateway.configuration.change') : name}
      </Button>
      {isOpen && (
        <CommandDialog
          resource={anyResource(command)}
          command="setConfiguration"
          records={[]}
          known={{ piles: [pileId], ...(entry && { key: entry.key, value: entry.value ?? '' }) }}
          onDone={() => setOpen(false)}
        />
      )}
    </>
  )
}
