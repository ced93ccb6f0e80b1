import { LiveMark } from '@wattyard/assets/console'
import { Power, Share, useWords, valueWord } from '@wattyard/console-kit'
import { memo } from 'react'
import { type WallConnector, type WallPile } from '../../contract/calls/live.ts'
import { STATE_MARK } from './wall-data.ts'

/**
 * Draws one pile with its connectors as cells; charging ones show power and state of charge. Renders only when the pile changes.
 */
export const DeviceTile = memo(function DeviceTile({ pile, onOpen }: { pile: WallPile; onOpen: (id: string) => void }) {
  const words = useWords()
  const { t } = words
  return (
    <button type="button" className="ch-tile" data-off={pile.online ? undefined : ''} onClick={() => onOpen(pile.id)}>
      <span className="ch-tile-head">
        <span className="ch-tile-name">
          <LiveMark live={pile.live} title={valueWord(words, 'assets.pile.live', pile.live)} />
          <b>{pile.code}</b>
        </span>
        <span className="ch-tile-power">
          {t(`charging.wall.types.${pile.currentType}`)} <Power watts={pile.power} rated />
        </span>
      </span>
      <span className="ch-cells">
        {pile.connectors.map(one => (
          <Cell key={one.number} connector={one} />
        ))}
      </span>
    </button>
  )
})

function Cell({ connector }: { connector: WallConnector }) {
  const words = useWords()
  const { t } = words
  const { error, order, state } = connector
  const hasTrouble = (order?.cases.length ?? 0) > 0
  return (
    <span className="ch-cell" data-state={state} data-live={order ? '' : undefined}>
      <span className="ch-cell-name">
        <span className="ch-mark" aria-hidden="true">
          {STATE_MARK[state]}
        </span>
        {connector.name}
        {/* What is wrong says more than that something is, and a tile has no room for both. */}
        <span className={state === 'fault' && error ? 'w-sr' : 'w-clip'}>{t(`charging.wall.states.${state}`)}</span>
      </span>
      <span className="ch-cell-live w-num">
        {hasTrouble && (
          <span className="ch-cell-trouble" title={t('charging.wall.trouble')}>
            ⚠
          </span>
        )}
        {state === 'fault' && error && (
          <span className="w-clip" title={error}>
            {valueWord(words, 'gateway.connector.error', error)}
          </span>
        )}
        {order?.isStale && (
          <span className="w-quiet" title={t('charging.page.silent')}>
            ⏱
          </span>
        )}
        {order && order.power !== null && <Power watts={order.power} />}
        {order && order.soc !== null && (
          <b>
            <Share percent={order.soc / 10} unit />
          </b>
        )}
      </span>
      {order && order.soc !== null && <i style={{ inlineSize: `${Math.min(100, order.soc / 10)}%` }} />}
    </span>
  )
}
