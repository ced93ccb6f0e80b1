import { ErrorState, NO_VALUE, type SectionProps, Skeleton, useMay, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { type WallPile } from '../../contract/calls/live.ts'
import { CommandForm } from '../wall/command-form.tsx'
import { DEVICE_COMMANDS, type DeviceCommand } from '../wall/device-commands.ts'
import { RecentCommands } from '../wall/recent-commands.tsx'
import { usePileOnWall } from './use-pile-on-wall.ts'
import '../charging.css'
import '../wall/wall.css'

const nameOf = (pile: WallPile, connector: number): string =>
  pile.connectors.find(one => one.number === connector)?.name ?? String(connector)

interface Asking {
  command: DeviceCommand
  connector: number | null
}

/** Draws the commands to a pile and to each of its connectors, and what became of those that were sent. */
export function CommandsOfPile({ record }: SectionProps) {
  const { t } = useWords()
  const { pile, error, refetch } = usePileOnWall(record)
  const [asking, setAsking] = useState<Asking | null>(null)
  const mayCommand = useMay('gateway.command:reset')
  if (error && !pile) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (pile === undefined) return <Skeleton lines={3} />
  if (pile === null) return <span className="w-quiet">{NO_VALUE}</span>
  const place = asking?.connector
    ? `${pile.code} · ${t('charging.wall.connector', { number: nameOf(pile, asking.connector) })}`
    : pile.code
  const row = (label: string, on: DeviceCommand['on'], connector: number | null) => (
    <div key={label} className="ch-command-row">
      <span>{label}</span>
      <span className="ch-actions">
        {DEVICE_COMMANDS.filter(one => one.on === on).map(one => (
          <Button key={one.name} size="small" onClick={() => setAsking({ command: one, connector })}>
            {t(`gateway.command.${one.name}`)}
          </Button>
        ))}
      </span>
    </div>
  )
  return (
    <>
      {!pile.online && <p className="ch-error">{t('charging.wall.offlineHint')}</p>}
      {mayCommand && (
        <section className="ch-commands">
          {pile.connectors.map(one => row(t('charging.wall.connector', { number: one.name }), 'connector', one.number))}
          {row(t('charging.wall.wholePile'), 'pile', null)}
        </section>
      )}
      <h4 className="ch-answers">{t('charging.wall.answers')}</h4>
      <RecentCommands pileId={pile.id} />
      {asking && (
        <CommandForm
          command={asking.command}
          target={{ pileId: pile.id, connector: asking.connector }}
          place={place}
          onDone={() => setAsking(null)}
        />
      )}
    </>
  )
}
