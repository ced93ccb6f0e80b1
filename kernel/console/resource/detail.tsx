import {
  type AnyRecord,
  type DetailGroup,
  detailGroups,
  type Field,
  type FieldKindName,
  isEmptyValue,
  type Labels,
  nameKeyOf,
} from '@wattyard/resource'
import { type ComponentType, useId, useState } from 'react'
import { FilesShown, RichTextShown } from '../documents/load-documents.ts'
import type { CellProps } from '../faces/cells.tsx'
import { detailPartsOf, HEAD } from '../module/registry.ts'
import { may, useSeesWhole, useSession } from '../session/session.ts'
import { StatGrid } from '../stat/stat-grid.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { TabList, tabPanel } from '../ui/tabs/tab-list.tsx'
import { fieldWord, useWords, wordKeys } from '../words/use-words.ts'
import { FIRST_TAB, RECORD, tabsOfDetail } from './detail-tabs.ts'
import { History } from './history.tsx'
import { CellOf } from './list/cell.tsx'
import { type ResourceSlots, usePage } from './page-context.tsx'
import './detail.css'

/** Field kinds that take the whole width. */
const WIDE: ReadonlySet<string> = new Set(['note', 'refs', 'url', 'files', 'images', 'richText'])

/** Components for kinds that a table shortens and a detail shows in full. */
const WHOLE: Partial<Readonly<Record<FieldKindName, ComponentType<CellProps>>>> = {
  file: FilesShown,
  files: FilesShown,
  image: FilesShown,
  images: FilesShown,
  richText: RichTextShown,
}

interface ShownRecord {
  readonly record: AnyRecord
  readonly labels: Labels
}

function DetailValue({ record, labels, column, field }: ShownRecord & { column: string; field: Field }) {
  const { resource, slots } = usePage()
  const Whole = slots.cells?.[column] ? undefined : WHOLE[field.kind]
  if (Whole) return <Whole value={record[column]} field={field} name={`${resource.name}.${column}`} labels={labels} />
  return <CellOf resource={resource} slots={slots} record={record} labels={labels} column={column} />
}

type SectionSlot = NonNullable<ResourceSlots['sections']>[number]

/** Returns the parts of other modules that the reader may see: those of the head, or those of tabs. */
function useAddedParts(place: 'head' | 'tabs') {
  const { resource } = usePage()
  const me = useSession(session => session.me)
  const seesWhole = useSeesWhole()
  return detailPartsOf(resource.name).filter(
    ({ tab, needs, wholeTenant }) =>
      (tab === HEAD) === (place === 'head') && may(me, needs) && (wholeTenant !== true || seesWhole),
  )
}

/** Returns the sections that the reader may see: the page's own, and those that other modules add. */
function useSections(): readonly SectionSlot[] {
  const { slots } = usePage()
  const me = useSession(session => session.me)
  const own = (slots.sections ?? []).filter(({ needs }) => needs === undefined || may(me, needs))
  const added = useAddedParts('tabs')
  return [...own.filter(one => !one.isLast), ...added, ...own.filter(one => one.isLast)]
}

/**
 * Draws a record: a head with its live state and figures, then tabs of facts and sections, the last one with the history. Facts
 * without a value are folded. The chosen tab is in the URL where the record is.
 */
export function Detail({ record, labels }: ShownRecord) {
  const { resource, slots, detailTab, showDetailTab } = usePage()
  const words = useWords()
  const id = useId()
  const inHead = (slots.figures ?? []).map(({ field }) => field)
  const groups = detailGroups(resource, [...(slots.inSections ?? []), ...inHead])
  const sections = useSections()
  const { factsTab = FIRST_TAB, tabs: order = [] } = slots
  const tabOf = (group: DetailGroup): string => (slots.joinsFacts ? '' : group.tab) || factsTab
  const tabs = tabsOfDetail({
    ofSections: sections.map(one => one.tab ?? FIRST_TAB),
    ofFacts: groups.map(tabOf),
    formLeads: slots.factsTab === undefined,
    order,
  })
  const [first] = tabs
  // A link may name a tab that this reader has not.
  const tab = detailTab !== null && tabs.includes(detailTab) ? detailTab : first
  const onTab = (of: string, key: string): boolean => (of || first) === key
  const { t } = words
  return (
    <>
      <DetailHead record={record} labels={labels} />
      <TabList
        id={id}
        label={t(wordKeys.noun(resource))}
        items={tabs.map(key => ({ key, label: tabWord(words, wordKeys.tab(resource, key), key) }))}
        value={tab}
        onChange={key => showDetailTab(key === first ? null : key)}
      />
      {tabs.map(key => (
        <div key={key} className="w-detail-part" hidden={key !== tab} {...tabPanel(id, key)}>
          {sections
            .filter(section => section.isFirst && onTab(section.tab ?? FIRST_TAB, key))
            .map(({ title, Show }) => (
              <Section key={title} title={title} Show={Show} isOpen={key === tab} record={record} labels={labels} />
            ))}
          <FactsOf groups={groups.filter(group => onTab(tabOf(group), key))} record={record} labels={labels} />
          {sections
            .filter(section => !section.isFirst && onTab(section.tab ?? FIRST_TAB, key))
            .map(({ title, Show }) => (
              <Section key={title} title={title} Show={Show} isOpen={key === tab} record={record} labels={labels} />
            ))}
          {key === RECORD && key === tab && <History resource={resource} id={record.id} labels={labels} />}
        </div>
      ))}
    </>
  )
}

/** Returns the word of a tab: the resource's own, else the one of all details. */
function tabWord({ t, has }: Pick<ReturnType<typeof useWords>, 't' | 'has'>, own: string, key: string): string {
  if (key === RECORD) return t('kit.history')
  return t(has(own) ? own : `kit.tab.${key}`)
}

interface SectionShown extends ShownRecord {
  title: string
  Show: ComponentType<ShownRecord>
  isOpen: boolean
}

function Section({ title, Show, isOpen, record, labels }: SectionShown) {
  const { t } = useWords()
  return (
    <section className="w-section">
      <h3>{t(title)}</h3>
      {/* A tab's section is mounted, and reads its data, when the tab is opened. */}
      {isOpen && <Show record={record} labels={labels} />}
    </section>
  )
}

/** Draws what a person looks for first: the page's own head, the chosen fields as figures, and what other modules add. */
function DetailHead({ record, labels }: ShownRecord) {
  const { resource, slots } = usePage()
  const words = useWords()
  const { head: Head, headFigures: HeadFigures } = slots
  const figures = (slots.figures ?? []).filter(({ when }) => when?.(record) ?? true)
  const added = useAddedParts('head')
  if (!Head && !HeadFigures && figures.length === 0 && added.length === 0) return null
  return (
    <div className="w-detail-head">
      {Head && (
        <div className="w-detail-state">
          <Head record={record} labels={labels} />
        </div>
      )}
      {figures.length > 0 && (
        <StatGrid
          label={words.t('kit.figures')}
          look="plain"
          stats={figures.map(({ field, hint }) => ({
            key: field,
            label: fieldWord(words, resource, field),
            figure: {
              kind: 'shown',
              value: <CellOf resource={resource} slots={slots} record={record} labels={labels} column={field} />,
            },
            ...(hint === undefined ? {} : { hint: words.t(hint) }),
          }))}
        />
      )}
      {HeadFigures && <HeadFigures record={record} labels={labels} />}
      {added.map(({ title, Show }) => (
        <Show key={title} record={record} labels={labels} />
      ))}
    </div>
  )
}

/** Draws the facts of a tab in their groups; those without a value are folded behind a line that counts them. */
function FactsOf({ groups, record, labels }: ShownRecord & { groups: readonly DetailGroup[] }) {
  const { slots } = usePage()
  const { t } = useWords()
  const [showsAll, setShowsAll] = useState(false)
  // A cell of the page's own may show more than the field holds.
  const isEmpty = (key: string): boolean => isEmptyValue(record[key]) && slots.cells?.[key] === undefined
  const empty = groups.flatMap(group => group.fields).filter(([key]) => isEmpty(key)).length
  return (
    <>
      {groups.map(group => (
        <GroupFacts
          key={group.group}
          group={{ ...group, fields: showsAll ? group.fields : group.fields.filter(([key]) => !isEmpty(key)) }}
          record={record}
          labels={labels}
        />
      ))}
      {empty > 0 && (
        <button
          type="button"
          className="w-link-button w-folded w-no-print"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {t(showsAll ? 'kit.foldEmpty' : 'kit.emptyFields', { count: empty })}
        </button>
      )}
    </>
  )
}

function GroupFacts({ group, record, labels }: ShownRecord & { group: DetailGroup }) {
  const { resource } = usePage()
  const words = useWords()
  if (group.fields.length === 0) return null
  return (
    <section className="w-section">
      {group.group !== '' && <h3>{words.t(wordKeys.group(resource, group.group))}</h3>}
      <Facts>
        {group.fields.map(([key, field]) => (
          <Fact key={key} label={words.t(nameKeyOf(resource, key, record))} wide={WIDE.has(field.kind)}>
            <DetailValue record={record} labels={labels} column={key} field={field} />
          </Fact>
        ))}
      </Facts>
    </section>
  )
}
