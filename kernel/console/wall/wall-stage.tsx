import {
  CloseOutlined,
  FullscreenOutlined,
  LeftOutlined,
  PauseOutlined,
  CaretRightOutlined,
  RightOutlined,
} from '@ant-design/icons'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { type Instant, showClock } from '../format/time.ts'
import { useZone } from '../ui/shown.tsx'
import { useSecond } from '../ui/use-now.ts'
import { useWords } from '../words/use-words.ts'
import { WallScale } from './wall-scale.ts'
import { type Cycle, fitStage, isOld, shiftAt, STAGE, step, type Turn, turnAt } from './wall-turn.ts'
import './wall-stage.css'

export interface WallBoard {
  readonly key: string
  readonly title: string
  /** Draws the board with the newest figures; called only while it is shown. */
  readonly show: () => ReactNode
}

interface WallStageProps {
  readonly title: string
  readonly boards: readonly WallBoard[]
  /** Seconds for which each board is shown. */
  readonly everyS?: number
  /** Time of the figures; marked as out of date after `staleAfterS` seconds. */
  readonly asOf: Instant
  readonly staleAfterS?: number
  /** Called when the network is back, to read at once instead of at the next interval. */
  readonly onRecover: () => void
  readonly onLeave: () => void
  /** Shown when there is no board. */
  readonly empty: ReactNode
}

/**
 * Draws boards over the whole screen, one after the other, without the shell, for screens on a wall. They are designed at 1920 ×
 * 1080 and scaled to any other size; Escape leaves. Only the shown board is mounted, so that memory does not grow over days.
 */
export function WallStage(props: WallStageProps) {
  const { title, boards, everyS = 20, asOf, staleAfterS = 90, onRecover, onLeave, empty } = props
  const stage = useRef<HTMLDialogElement>(null)
  const now = useSecond()
  const cycle = { count: boards.length, every_ms: everyS * 1000 }
  const [turn, setTurn] = useTurn(now, cycle)
  const fit = useFit()
  const [x, y] = shiftAt(now)
  const board = boards[turn.index]
  const turnBy = (by: 1 | -1): void => setTurn(step(turn, by, now, boards.length))
  const pause = (): void => setTurn({ ...turn, isPaused: !turn.isPaused, since: now })
  useAlone(stage, onLeave)
  useRecovery(onRecover)
  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (event.key === 'Escape') onLeave()
    else if (event.key === 'ArrowRight') turnBy(1)
    else if (event.key === 'ArrowLeft') turnBy(-1)
    else return
    event.preventDefault()
  }
  return createPortal(
    // `showModal` would end up below a page that goes to full screen afterwards.
    <dialog open ref={stage} className="w-wall" aria-modal="true" aria-label={title} tabIndex={-1} {...{ onKeyDown }}>
      <div
        className="w-wall-stage"
        style={{
          inlineSize: STAGE.width,
          blockSize: STAGE.height,
          transform: `translate(${fit.left + x}px, ${fit.top + y}px) scale(${fit.scale})`,
        }}
      >
        <WallHead title={board ? `${title} · ${board.title}` : title} {...{ asOf, now, staleAfterS }}>
          <WallTools count={boards.length} {...{ turn, turnBy, pause, onLeave }} />
        </WallHead>
        <div className="w-wall-board" key={board?.key}>
          <WallScale value={fit.scale}>{board ? board.show() : empty}</WallScale>
        </div>
      </div>
    </dialog>,
    document.body,
  )
}

function useTurn(now: number, cycle: Cycle): [Turn, (turn: Turn) => void] {
  const [turn, setTurn] = useState<Turn>({ index: 0, since: now, isPaused: false })
  const next = turnAt(turn, now, cycle)
  if (next !== turn) setTurn(next)
  return [next, setTurn]
}

function useFit() {
  const read = () => fitStage({ width: window.innerWidth, height: window.innerHeight })
  const [fit, setFit] = useState(read)
  useEffect(() => {
    const onResize = (): void => setFit(read())
    window.addEventListener('resize', onResize)
    return () => window.removeEventListener('resize', onResize)
  }, [])
  return fit
}

/** Makes everything else on the page inert while the wall is shown, and restores the focus afterwards. */
function useAlone(stage: RefObject<HTMLElement | null>, onLeave: () => void): void {
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    const before = document.activeElement
    const others = [...document.body.children].filter(one => one !== stage.current && !one.hasAttribute('inert'))
    for (const one of others) one.setAttribute('inert', '')
    stage.current?.focus()
    // In full screen the browser handles Escape itself and only reports the end of full screen.
    const onFull = (): void => {
      if (!document.fullscreenElement) leave()
    }
    document.addEventListener('fullscreenchange', onFull)
    return () => {
      document.removeEventListener('fullscreenchange', onFull)
      for (const one of others) one.removeAttribute('inert')
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
      if (before instanceof HTMLElement) before.focus()
    }
  }, [stage])
}

function useRecovery(onRecover: () => void): void {
  const recover = useEffectEvent(onRecover)
  useEffect(() => {
    const onOnline = (): void => recover()
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [])
}

interface WallHeadProps extends Required<Pick<WallStageProps, 'title' | 'staleAfterS'>> {
  readonly asOf: Instant
  readonly now: number
  readonly children: ReactNode
}

function WallHead({ title, asOf, now, staleAfterS, children }: WallHeadProps) {
  const { t } = useWords()
  const zone = useZone()
  return (
    <>
      <header className="w-wall-head">
        <h1>{title}</h1>
        <span className="w-num">{showClock(now, zone)}</span>
        {children}
      </header>
      {isOld(asOf, now, staleAfterS) && (
        <output className="w-wall-stale">{t('kit.wall.stale', { time: showClock(asOf, zone) })}</output>
      )}
    </>
  )
}

interface WallToolsProps {
  readonly count: number
  readonly turn: Turn
  readonly turnBy: (by: 1 | -1) => void
  readonly pause: () => void
  readonly onLeave: () => void
}

function WallTools({ count, turn, turnBy, pause, onLeave }: WallToolsProps) {
  const { t } = useWords()
  const tool = (label: string, icon: ReactNode, onClick: () => void) => (
    <button type="button" className="w-icon-button" aria-label={label} title={label} onClick={onClick}>
      {icon}
    </button>
  )
  const full = (): void => void document.documentElement.requestFullscreen().catch(() => undefined)
  return (
    <span className="w-wall-tools">
      {count > 1 && (
        <>
          <span className="w-num">
            {turn.index + 1} / {count}
          </span>
          {tool(t('kit.wall.before'), <LeftOutlined />, () => turnBy(-1))}
          {tool(
            t(turn.isPaused ? 'kit.wall.play' : 'kit.wall.pause'),
            turn.isPaused ? <CaretRightOutlined /> : <PauseOutlined />,
            pause,
          )}
          {tool(t('kit.wall.next'), <RightOutlined />, () => turnBy(1))}
        </>
      )}
      {document.fullscreenEnabled && tool(t('kit.wall.full'), <FullscreenOutlined />, full)}
      {tool(t('kit.wall.leave'), <CloseOutlined />, onLeave)}
    </span>
  )
}
