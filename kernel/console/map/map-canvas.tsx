import { AimOutlined, HeatMapOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { usePalette } from '../theme/theme-provider.tsx'
import { IconButton } from '../ui/button/icon-button.tsx'
import { useWords } from '../words/use-words.ts'
import { type Cluster, createClusters } from './clusters.ts'
import { convertDatum, type Datum, type LngLat } from './datum.ts'
import { drawMap, spotAt } from './draw-map.ts'
import { type MapGround, type PlacedGround, placeGround } from './ground.ts'
import {
  fitAll,
  lngLatOf,
  type MapSize,
  type MapView,
  pixelOf,
  type Place,
  placeAt,
  placeOf,
  scaleBar,
  zoomAt,
} from './map-view.ts'
import { middleOf, useMapGestures, ZOOM_STEP } from './use-map-gestures.ts'

export interface MapPoint extends LngLat {
  readonly id: string
  readonly name: string
  /** Key of one of the map's states. */
  readonly state: string
  /** Datum of the position; GCJ-02 when absent, as in `field.geoPoint`. */
  readonly datum?: Datum
}

export interface MapState {
  readonly key: string
  readonly word: string
  /** `#rrggbb`. */
  readonly colour: string
}

interface MapCanvasProps {
  readonly label: string
  readonly points: readonly MapPoint[]
  readonly states: readonly MapState[]
  readonly chosen: string | null
  readonly onChoose?: ((id: string | null) => void) | undefined
  /** Called with the position of a press that hits no point; GCJ-02. */
  readonly onPlace?: ((place: LngLat) => void) | undefined
  readonly heatable?: boolean
  readonly ground?: MapGround | null
  readonly children?: ReactNode
}

/** View of a map without points: central China, from the coast to the west. */
const FIRST: MapView = { ...placeOf({ lng: 108, lat: 33 }), scale: 256 * 2 ** 3.6 }
const NO_SIZE: MapSize = { width: 0, height: 0 }

/** Draws the map with its buttons. It follows the size of its element and the screen's pixel density. */
export function MapCanvas({
  label,
  points,
  states,
  chosen,
  onChoose,
  onPlace,
  heatable = true,
  ground = null,
  children,
}: MapCanvasProps) {
  const { t } = useWords()
  const place = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState(NO_SIZE)
  const [asked, setView] = useState<MapView | null>(null)
  const [heat, setHeat] = useState(false)
  const [hovered, setHovered] = useState<{ spot: Cluster; at: Place } | null>(null)
  const places = useMemo(() => points.map(placeOfPoint), [points])
  const placed = useMemo(() => (ground ? placeGround(ground) : null), [ground])
  const clustersAt = useMemo(() => createClusters(places), [places])
  const whole = useMemo(() => (size.width > 0 ? fitAll(places, size) : null), [places, size])
  const view = asked ?? whole ?? FIRST
  const spots = clustersAt(view.scale)
  useSizeOf(place, setSize)
  useFollow({ places, points, chosen, size, view, setView })

  const press = (pixel: Place): void => {
    const spot = heat ? null : spotAt({ spots, view, size }, pixel)
    if (onPlace) {
      // Otherwise the view would follow the new point, to a scale at which nothing else is seen.
      setView(view)
      return onPlace(rounded(lngLatOf(placeAt(pixel, view, size))))
    }
    if (!spot) return onChoose?.(null)
    const [first] = spot.members
    if (spot.members.length === 1 && first !== undefined) return onChoose?.(points[first]?.id ?? null)
    setView(
      fitAll(
        spot.members.flatMap(index => places[index] ?? []),
        size,
      ),
    )
  }
  const hover = (pixel: Place | null): void => {
    const spot = pixel && !heat ? spotAt({ spots, view, size }, pixel) : null
    if (spot !== (hovered?.spot ?? null)) setHovered(spot ? { spot, at: pixelOf(spot, view, size) } : null)
  }
  const change = (next: MapView): void => {
    setHovered(null)
    setView(next)
  }
  const handlers = useMapGestures(place, { view, size, onView: change, onPress: press, onHover: hover })
  const zoom = (factor: number): void => change(zoomAt(view, factor, middleOf(size), size))
  return (
    <div className="w-map-frame">
      {/* While the map has the focus it takes the arrow, plus and minus keys, like any map program. */}
      <div
        ref={place}
        className="w-map-place"
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application takes keys itself
        tabIndex={0}
        aria-label={`${label}. ${t('kit.map.keys')}`}
        data-picks={onPlace ? '' : undefined}
        {...handlers}
      >
        <Drawing
          {...{ view, size, places, points, spots, states, chosen, heat }}
          ground={placed}
          hovered={hovered?.spot ?? null}
        />
      </div>
      {hovered && <Tip spot={hovered.spot} at={hovered.at} points={points} states={states} />}
      <div className="w-map-tools w-no-print">
        <IconButton label={t('kit.map.zoomIn')} icon={<PlusOutlined />} onClick={() => zoom(ZOOM_STEP)} />
        <IconButton label={t('kit.map.zoomOut')} icon={<MinusOutlined />} onClick={() => zoom(1 / ZOOM_STEP)} />
        <IconButton label={t('kit.map.fit')} icon={<AimOutlined />} onClick={() => change(whole ?? FIRST)} />
        {heatable && (
          <IconButton
            label={t('kit.map.heat')}
            icon={<HeatMapOutlined />}
            isPressed={heat}
            onClick={() => setHeat(!heat)}
          />
        )}
      </div>
      <ScaleBar view={view} />
      {children}
    </div>
  )
}

function placeOfPoint(point: MapPoint): Place {
  return placeOf(convertDatum(point, point.datum ?? 'gcj02', 'gcj02'))
}

/** Returns a position with six decimals (about a decimetre), which is the precision of a `geoPoint`. */
function rounded({ lng, lat }: LngLat): LngLat {
  return { lng: Number(lng.toFixed(6)), lat: Number(lat.toFixed(6)) }
}

function useSizeOf(element: React.RefObject<HTMLElement | null>, onSize: (size: MapSize) => void): void {
  useEffect(() => {
    const mine = element.current
    if (!mine) return
    const watcher = new ResizeObserver(() => {
      // A hidden tab has no width; the last size is kept.
      if (mine.clientWidth > 0) onSize({ width: mine.clientWidth, height: mine.clientHeight })
    })
    watcher.observe(mine)
    return () => watcher.disconnect()
  }, [element, onSize])
}

interface Follow {
  readonly places: readonly Place[]
  readonly points: readonly MapPoint[]
  readonly chosen: string | null
  readonly size: MapSize
  readonly view: MapView
  readonly setView: (view: MapView) => void
}

/** Moves the view to a point that was chosen elsewhere, such as in the list beside the map, when it is out of sight. */
function useFollow({ places, points, chosen, size, view, setView }: Follow): void {
  const [followed, setFollowed] = useState(chosen)
  if (followed === chosen || size.width === 0) return
  setFollowed(chosen)
  const place = places[points.findIndex(({ id }) => id === chosen)]
  if (!place) return
  const { x, y } = pixelOf(place, view, size)
  if (x < 40 || y < 40 || x > size.width - 40 || y > size.height - 40) setView({ ...view, ...place })
}

interface DrawingProps {
  readonly view: MapView
  readonly size: MapSize
  readonly places: readonly Place[]
  readonly points: readonly MapPoint[]
  readonly spots: readonly Cluster[]
  readonly states: readonly MapState[]
  readonly chosen: string | null
  readonly hovered: Cluster | null
  readonly heat: boolean
  readonly ground: PlacedGround | null
}

function Drawing({ view, size, places, points, spots, states, chosen, hovered, heat, ground }: DrawingProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { palette } = usePalette()
  const colours = useMemo(() => {
    const known = new Map(states.map(({ key, colour }) => [key, colour]))
    return points.map(({ state }) => known.get(state) ?? palette.idle)
  }, [points, states, palette])
  const at = useMemo(() => points.findIndex(({ id }) => id === chosen), [points, chosen])
  useEffect(() => {
    const mine = canvas.current
    const context = mine?.getContext('2d')
    if (!mine || !context) return
    const ratio = window.devicePixelRatio || 1
    const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)]
    if (mine.width !== width) mine.width = width
    if (mine.height !== height) mine.height = height
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    drawMap(context, { view, size, places, spots, colours, chosen: at < 0 ? null : at, hovered, heat, ground, palette })
  }, [view, size, places, spots, colours, at, hovered, heat, ground, palette])
  return <canvas ref={canvas} className="w-map-canvas" aria-hidden="true" />
}

function Tip({ spot, at, points, states }: { spot: Cluster; at: Place } & Pick<DrawingProps, 'points' | 'states'>) {
  const { t } = useWords()
  const [first] = spot.members
  const point = spot.members.length === 1 && first !== undefined ? points[first] : undefined
  return (
    <div className="w-map-tip" role="tooltip" style={{ insetInlineStart: at.x, insetBlockStart: at.y }}>
      {point ? (
        <>
          <b>{point.name}</b> {states.find(({ key }) => key === point.state)?.word}
        </>
      ) : (
        t('kit.records', { count: spot.members.length })
      )}
    </div>
  )
}

function ScaleBar({ view }: { view: MapView }) {
  const { metres, px } = scaleBar(view.scale, lngLatOf(view).lat, 110)
  return (
    <span className="w-map-scale w-num" style={{ inlineSize: px }}>
      {metres >= 1000 ? `${metres / 1000} km` : `${metres} m`}
    </span>
  )
}
