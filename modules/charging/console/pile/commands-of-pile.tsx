import { ErrorState, NO_VALUE, type SectionProps, Skeleton, useSession, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import type { RunningOrder, WallConnector, WallPile } from '../../contract/calls/live.ts'
import { OrderActions } from '../order/order-actions.tsx'
import { CommandForm } from '../wall/command-form.tsx'
import { commandsFor, type DeviceCommand } from '../wall/device-commands.ts'
import { RecentCommands } from '../wall/recent-commands.tsx'
import { orderRecord } from './order-record.ts'
import { usePileOnWall } from './use-pile-on-wall.ts'
import '../charging.css'
import '../wall/wall.css'

const nameOf = (pile: WallPile, connector: number): string =>
  pile.connectors.find(one => one.number === connector)?.name ?? String(connector)

interface Asking {
  command: DeviceCommand
  connector: number | null
}

/** Draws the commands to a pile and to each of its connectors that the reader may give, and what became of those that were sent. */
export function CommandsOfPile({ record }: SectionProps) {
  const { t } = useWords()
  const { pile, error, refetch } = usePileOnWall(record)
  const [asking, setAsking] = useState<Asking | null>(null)
  const me = useSession(session => session.me)
  if (error && !pile) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (pile === undefined) return <Skeleton lines={3} />
  if (pile === null) return <span className="w-quiet">{NO_VALUE}</span>
  const place = asking?.connector
    ? `${pile.code} · ${t('charging.wall.connector', { number: nameOf(pile, asking.connector) })}`
    : pile.code
  const toConnector = commandsFor(me, 'connector')
  const toPile = commandsFor(me, 'pile')
  // A session is stopped, not started a second time.
  const commandsOf = ({ order }: WallConnector) =>
    order ? toConnector.filter(({ name }) => name !== 'remoteStart') : toConnector
  const canStop = pile.connectors.some(({ order }) => order?.canStop)
  const row = (
    label: string,
    commands: readonly DeviceCommand[],
    connector: number | null,
    order: RunningOrder | null = null,
  ) =>
    (commands.length > 0 || order?.canStop) && (
      <div key={label} className="ch-command-row">
        <span>{label}</span>
        <span className="ch-actions">
          {order?.canStop && <OrderActions record={orderRecord(order)} can={['stop']} />}
          {commands.map(one => (
            <Button key={one.name} size="small" onClick={() => setAsking({ command: one, connector })}>
              {t(`gateway.command.${one.name}`)}
            </Button>
          ))}
        </span>
      </div>
    )
  return (
    <>
      {!pile.online && (
        <p className={pile.reported === 'never' ? 'w-quiet' : 'ch-error'}>
          {t(pile.reported === 'never' ? 'charging.wall.neverHint' : 'charging.wall.offlineHint')}
        </p>
      )}
      {(toConnector.length + toPile.length > 0 || canStop) && (
        <section className="ch-commands">
          {pile.connectors.map(one =>
            row(t('charging.wall.connector', { number: one.name }), commandsOf(one), one.number, one.order),
          )}
          {row(t('charging.wall.wholePile'), toPile, null)}
        </section>
      )}
      <h4 className="ch-answers">{t('charging.wall.answers')}</h4>
      <RecentCommands pileId={pile.id} connectors={pile.connectors} />
      {asking && (
        <CommandForm
          command={asking.command}
          target={{ pileId: pile.id, connector: asking.connector }}
          place={place}
          pile={pile.code}
          connectors={pile.connectors}
          onDone={() => setAsking(null)}
        />
      )}
    </>
  )
}
