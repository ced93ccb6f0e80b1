import { CaretRightOutlined, HistoryOutlined } from '@ant-design/icons'
import { StatusTag, useWords, When } from '@wattyard/console-kit'
import { PRICE_UNIT } from '@wattyard/resource'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type {
  AssignmentVariant,
  EffectiveAnswer,
  EffectivePlace,
  EffectivePrice,
  PriceChange,
} from '../../contract/index.ts'
import { policyLink } from '../links.ts'
import { PriceLine } from '../period.tsx'
import { type ChosenPlace, placeKey, useChosen } from './chosen-places.ts'

interface PlaceRowProps {
  readonly place: ChosenPlace
  readonly detail?: string
  readonly depth: number
  readonly effective: EffectivePlace | undefined
  readonly answer: EffectiveAnswer | undefined
  /** Absent for a place without places below it. */
  readonly open?: { readonly isOpen: boolean; readonly toggle: () => void }
}

/** Draws one place: its policy, the level that decides it, the current price, and the next change. */
export function PlaceRow({ place, detail, depth, effective, answer, open }: PlaceRowProps) {
  const { t } = useWords()
  const { chosen, canChoose, choose, showHistory } = useChosen()
  const isChosen = chosen.has(placeKey(place))
  const lines = linesOf(effective)
  return (
    <tr data-depth={depth} data-chosen={isChosen ? '' : undefined}>
      <td className="pr-check w-no-print">
        <input
          type="checkbox"
          disabled={!canChoose}
          aria-label={t('kit.choose', { name: place.name })}
          checked={isChosen}
          onChange={event => choose(place, event.target.checked)}
        />
      </td>
      <th scope="row" className="pr-place" style={{ paddingInlineStart: `${depth * 22 + 8}px` }}>
        <span className="w-row">
          {open ? (
            <button
              type="button"
              className="w-icon-button pr-expand"
              aria-expanded={open.isOpen}
              aria-label={t(open.isOpen ? 'pricing.places.close' : 'pricing.places.open', { name: place.name })}
              onClick={open.toggle}
            >
              <CaretRightOutlined rotate={open.isOpen ? 90 : 0} />
            </button>
          ) : (
            <span className="pr-expand" />
          )}
          <span className="pr-place-name">
            {place.name}
            {detail && <small className="w-quiet">{detail}</small>}
          </span>
        </span>
      </th>
      <td data-label={t('pricing.assignment.policy')}>
        <ByVariant lines={lines}>{price => <PolicyOf price={price} answer={answer} />}</ByVariant>
      </td>
      <td data-label={t('pricing.places.source')}>
        <ByVariant lines={lines}>{price => price && <Source price={price} level={place.level} />}</ByVariant>
      </td>
      <td data-label={`${t('pricing.places.now')} ${PRICE_UNIT}`}>
        <ByVariant lines={lines}>{price => price && <Now price={price} />}</ByVariant>
      </td>
      <td data-label={t('pricing.places.next')}>
        <ByVariant lines={lines}>
          {price => (
            <>
              {price?.next && <Next next={price.next} />}
              {price?.planned && <Next next={price.planned} />}
            </>
          )}
        </ByVariant>
      </td>
      <td className="w-no-print">
        <button
          type="button"
          className="w-icon-button"
          aria-label={t('pricing.places.historyOf', { name: place.name })}
          title={t('kit.history')}
          onClick={() => showHistory(place)}
        >
          <HistoryOutlined />
        </button>
      </td>
    </tr>
  )
}

/** What holds at a place for one kind of its piles, or for all of them. */
interface Line {
  readonly variant: AssignmentVariant
  readonly price: EffectivePrice | null
}

/** Returns what holds for fast and for slow piles where they have different policies, otherwise what holds for all. */
export function linesOf(place: EffectivePlace | undefined): readonly Line[] {
  const all = place?.price ?? null
  if (place?.fast === undefined && place?.slow === undefined) return [{ variant: 'all', price: all }]
  return (['fast', 'slow'] as const).map(variant => {
    const own = place[variant]
    return { variant, price: own === undefined ? all : own }
  })
}

/** Draws what holds for each kind of piles, with the name of the kind where there are two. */
function ByVariant({
  lines,
  children,
}: {
  lines: readonly Line[]
  children: (price: EffectivePrice | null) => ReactNode
}) {
  const { t } = useWords()
  const [only] = lines
  if (only && lines.length === 1) return children(only.price)
  return lines.map(({ variant, price }) => (
    <div key={variant} className="pr-variant">
      <span className="w-tag" data-plain="">
        {t(`pricing.assignment.variantValue.${variant}`)}
      </span>
      <div>{children(price)}</div>
    </div>
  ))
}

/** Draws the price in force, or that there is none. */
function Now({ price }: { price: EffectivePrice }) {
  if (!price.now) return <StatusTag of="pricing.standing" value="none" tone="bad" />
  return <PriceLine period={price.now.period} pair={price.now} />
}

/** Draws the policy of a place with a link to its version in force, or that there is none. */
export function PolicyOf({ price, answer }: { price: EffectivePrice | null; answer: EffectiveAnswer | undefined }) {
  const { t } = useWords()
  if (!answer) return <span className="w-quiet">…</span>
  if (!price) return <StatusTag of="pricing.standing" value="unassigned" tone="bad" />
  return (
    <>
      <Link className="w-inline-link" to={policyLink(price.policyId, price.versionId ?? undefined)}>
        {answer.policies[price.policyId] ?? price.policyId}
      </Link>
      {price.versionNumber !== null && (
        <small className="w-quiet"> {t('kit.version.no', { number: price.versionNumber })}</small>
      )}
    </>
  )
}

/** Draws whether the place has its own assignment, or the level above that decides. */
export function Source({ price, level }: { price: EffectivePrice; level: ChosenPlace['level'] }) {
  const { t } = useWords()
  const isOwn = price.level === level
  return (
    <span className="w-tag" data-plain="" data-tone={isOwn ? 'busy' : undefined}>
      {isOwn ? t('pricing.places.own') : t(`pricing.places.from.${price.level}`)}
      {price.variant !== 'all' && ` · ${t(`pricing.assignment.variantValue.${price.variant}`)}`}
    </span>
  )
}

/** Draws when a price changes, why, and to what. */
export function Next({ next }: { next: PriceChange }) {
  const { t } = useWords()
  return (
    <span className="pr-next">
      <span className="w-row">
        <When at={next.at} />
        {next.kind !== 'period' && <small className="pr-drafts">{t(`pricing.places.kind.${next.kind}`)}</small>}
      </span>
      {next.price ? (
        <PriceLine period={next.price.period} pair={next.price} brief />
      ) : (
        <span className="pr-missing">{t('pricing.standingValue.none')}</span>
      )}
    </span>
  )
}
