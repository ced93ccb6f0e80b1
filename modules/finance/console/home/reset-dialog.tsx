import { pile } from '@wattyard/assets/contract'
import { RecentCommands } from '@wattyard/charging/console'
import {
  anyResource,
  CommandDialog,
  type ControlSlotProps,
  Dialog,
  resourceKeys,
  type ResourceSlots,
  useInvalidate,
  useLiveRefresh,
  useRecord,
  useWords,
} from '@wattyard/console-kit'
import { command } from '@wattyard/gateway/contract'
import { Button } from 'antd'
import { useState } from 'react'

const COMMANDS = anyResource(command)

/** The row on home has named the piles, so the question states them and lets nobody exchange them. */
const CONTROLS: ResourceSlots['controls'] = { piles: FixedPiles }

interface ResetDialogProps {
  piles: readonly string[]
  onDone: () => void
}

/** Draws the question before piles are restarted, with the piles filled in, and then whether each of them came back. */
export function ResetDialog({ piles, onDone }: ResetDialogProps) {
  const { t } = useWords()
  const invalidate = useInvalidate()
  const [isSent, setSent] = useState(false)
  if (!isSent)
    return (
      <CommandDialog
        resource={COMMANDS}
        command="reset"
        records={[]}
        known={{ piles: [...piles] }}
        controls={CONTROLS}
        isFollowed
        onDone={answer => {
          if (!answer) return onDone()
          setSent(true)
          void invalidate('finance.home')
        }}
      />
    )
  return (
    <Dialog
      open
      width={520}
      title={t('gateway.command.reset')}
      onClose={onDone}
      foot={<Button onClick={onDone}>{t('kit.close')}</Button>}
    >
      {piles.map(id => (
        <SentTo key={id} id={id} />
      ))}
    </Dialog>
  )
}

/** Draws the piles of the question as text. */
function FixedPiles({ id, value, describedBy }: ControlSlotProps) {
  const piles = Array.isArray(value) ? value.map(String) : []
  return (
    <output id={id} aria-describedby={describedBy} className="fh-piles-asked">
      {piles.map(one => (
        <PileName key={one} id={one} />
      ))}
    </output>
  )
}

function PileName({ id }: { id: string }) {
  const name = usePile(id)?.name
  return <span>{name ?? '…'}</span>
}

/** Draws the restart of one pile and what became of it. */
function SentTo({ id }: { id: string }) {
  const found = usePile(id)
  return (
    <section aria-label={found?.name}>
      <h3>{found?.name}</h3>
      <RecentCommands pileId={id} most={1} isFaulty={found?.isFaulty ?? null} />
    </section>
  )
}

/** Returns a pile as `code · name · station`, and whether it is in fault now, null while offline; undefined until it is read. */
function usePile(id: string): { name: string; isFaulty: boolean | null } | undefined {
  useLiveRefresh(['assets.pile'], resourceKeys.record('assets.pile', id))
  const { data } = useRecord(pile, id)
  if (!data) return undefined
  const station = data.labels['assets.station']?.[data.station]
  return {
    name: [data.code, data.name, station].filter(Boolean).join(' · '),
    isFaulty: data.live === 'offline' ? null : data.live === 'fault',
  }
}
