import { LiveMark } from '@wattyard/assets/console'
import { PILE_LIVES } from '@wattyard/assets/contract'
import {
  Count,
  EmptyState,
  Power,
  useMay,
  useNow,
  useWords,
  valueWord,
  type WallBoard,
  WallStage,
} from '@wattyard/console-kit'
import { useMemo } from 'react'
import type { WallAnswer, WallPile } from '../../contract/calls/live.ts'
import { DeviceTile } from './device-tile.tsx'
import { deviceBoards } from './wall-boards.ts'
import { countLives, powerOf } from './wall-data.ts'

interface WallModeProps {
  readonly wall: WallAnswer
  readonly onRecover: () => void
  readonly onLeave: () => void
  /** Called with the id of a pressed pile; the page leaves the wall and opens it. */
  readonly onOpen: (id: string) => void
}

/** Draws the device wall for a big screen: boards per station, with counts above the piles. */
export function WallMode({ wall, onRecover, onLeave, onOpen }: WallModeProps) {
  const { t } = useWords()
  const boards = useMemo(
    () =>
      deviceBoards(wall).map(
        ({ key, name, piles, part, parts, columns, zoom }): WallBoard => ({
          key,
          title: parts > 1 ? `${name} (${part}/${parts})` : name,
          show: () => <Board piles={piles} columns={columns} zoom={zoom} onOpen={onOpen} />,
        }),
      ),
    [wall, onOpen],
  )
  return (
    <WallStage
      title={t('charging.wall.title')}
      boards={boards}
      asOf={wall.asOf}
      onRecover={onRecover}
      onLeave={onLeave}
      empty={<EmptyState title={t('charging.wall.stageIdle')} />}
    />
  )
}

interface BoardProps {
  readonly piles: readonly WallPile[]
  readonly columns: number
  readonly zoom: number
  readonly onOpen: (id: string) => void
}

function Board({ piles, columns, zoom, onOpen }: BoardProps) {
  const words = useWords()
  const { t } = words
  const counts = countLives(piles)
  const { watts } = powerOf(piles, useNow())
  const seesOrders = useMay('charging.order:read')
  return (
    <div className="ch-board">
      <div className="ch-board-sums">
        {seesOrders && (
          <span>
            {t('charging.monitorPage.power')} <b>{<Power watts={watts} />}</b>
          </span>
        )}
        {PILE_LIVES.filter(live => counts[live]).map(live => (
          <span key={live}>
            <LiveMark live={live} /> {valueWord(words, 'assets.pile.live', live)}{' '}
            <b>
              <Count value={counts[live] ?? 0} />
            </b>
          </span>
        ))}
      </div>
      <div className="ch-grid" style={{ zoom, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
        {piles.map(pile => (
          <DeviceTile key={pile.id} pile={pile} onOpen={onOpen} />
        ))}
      </div>
    </div>
  )
}
