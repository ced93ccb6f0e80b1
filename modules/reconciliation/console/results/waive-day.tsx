import { anyResource, CommandDialog, useInvalidate, useMay, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { outcome } from '../../contract/records/outcome.ts'
import { run } from '../../contract/records/run.ts'
import { useNamedChannels } from './chosen.ts'
import type { DayOfChannel } from './day-strip.tsx'

const RUN = anyResource(run)

/** Draws the button that waives a day without a file, or takes that back. */
export function WaiveDay({ channel, day: { day, state } }: { readonly channel: string; readonly day: DayOfChannel }) {
  const { t } = useWords()
  const command = state === 'waived' ? 'unwaive' : 'waive'
  const may = useMay(`${run.name}:${command}`)
  const [isAsked, setAsked] = useState(false)
  if (!may || (state !== 'waived' && state !== 'missing' && state !== 'empty')) return null
  return (
    <>
      <Button size="small" onClick={() => setAsked(true)}>
        {t(`reconciliation.run.${command}`)}
      </Button>
      {isAsked && <Ask channel={channel} day={day} command={command} onDone={() => setAsked(false)} />}
    </>
  )
}

interface AskProps {
  readonly channel: string
  readonly day: string
  readonly command: 'waive' | 'unwaive'
  readonly onDone: () => void
}

function Ask({ channel, day, command, onDone }: AskProps) {
  const invalidate = useInvalidate()
  const channels = useNamedChannels(channel)
  return (
    <CommandDialog
      resource={RUN}
      command={command}
      records={[]}
      known={{ channel, firstDay: day, lastDay: day }}
      labels={{ 'payments.channel': Object.fromEntries(channels.map(({ id, name }) => [id, name])) }}
      onDone={answer => {
        onDone()
        if (answer) void invalidate(outcome.name)
      }}
    />
  )
}
