import { useQuery } from '@tanstack/react-query'
import {
  api,
  Dialog,
  EmptyState,
  ErrorState,
  type LineColumn,
  LineList,
  matchesText,
  Skeleton,
  useWords,
} from '@wattyard/console-kit'
import { useState } from 'react'
import { type Component, listComponents, readLicence } from '../../contract/calls/about.ts'

function Licence({ component, onClose }: { component: Component; onClose: () => void }) {
  const { t } = useWords()
  const { name, version, licence, purl } = component
  const text = useQuery({
    queryKey: ['help', 'licence', purl],
    queryFn: ({ signal }) => api.call(readLicence, { purl }, { signal, lane: 'page', quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Dialog open kind="drawer" width={720} title={`${name} ${version} · ${licence}`} onClose={onClose}>
      {text.error ? (
        <ErrorState error={text.error} onRetry={() => void text.refetch()} />
      ) : !text.data ? (
        <Skeleton lines={8} />
      ) : text.data.text === null ? (
        <EmptyState title={t('help.about.noText')} text={t('help.about.noTextHint', { licence })} />
      ) : (
        <pre className="help-licence">{text.data.text}</pre>
      )}
    </Dialog>
  )
}

function Table({ list, onShow }: { list: readonly Component[]; onShow: (component: Component) => void }) {
  const { t } = useWords()
  const head = (key: string) => ({ key, head: t(`help.about.${key}`) })
  const columns: readonly LineColumn<Component & { id: string }>[] = [
    {
      ...head('name'),
      place: 'name',
      show: ({ name, isOptional }) => (
        <>
          {name}
          {isOptional && <small className="w-quiet"> {t('help.about.optional')}</small>}
        </>
      ),
    },
    { ...head('version'), className: 'w-num', show: ({ version }) => version },
    {
      ...head('licence'),
      show: component => (
        <button
          type="button"
          className="w-link-button"
          aria-label={t('help.about.licenceOf', { name: component.name, licence: component.licence })}
          onClick={() => onShow(component)}
        >
          {component.licence}
        </button>
      ),
    },
  ]
  return (
    <div className="help-components">
      <LineList isWhole rows={list.map(one => ({ ...one, id: one.purl }))} columns={columns} />
    </div>
  )
}

/** Draws the components of the product, searched by name or licence, each with the text of its licence. */
export function ComponentList() {
  const { t } = useWords()
  const [sought, setSought] = useState('')
  const [shown, setShown] = useState<Component | null>(null)
  const components = useQuery({
    queryKey: ['help', 'components'],
    queryFn: ({ signal }) => api.call(listComponents, {}, { signal, lane: 'page', quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const list = components.data?.list.filter(({ name, licence }) => matchesText(`${name} ${licence}`, sought))
  return (
    <section className="w-card help-about-wide">
      <div className="w-row w-wrap w-card-pad">
        <h2 className="w-grow">{t('help.about.components')}</h2>
        <span className="w-quiet">{list && t('help.about.count', { count: list.length })}</span>
        <input
          className="w-input w-no-print"
          type="search"
          maxLength={80}
          aria-label={t('help.about.searchComponents')}
          placeholder={t('help.about.searchComponents')}
          value={sought}
          onChange={event => setSought(event.target.value)}
        />
      </div>
      {components.error ? (
        <ErrorState error={components.error} onRetry={() => void components.refetch()} />
      ) : !list ? (
        <div className="w-card-pad">
          <Skeleton lines={6} />
        </div>
      ) : list.length === 0 ? (
        <EmptyState title={t('kit.noMatch')} />
      ) : (
        <Table list={list} onShow={setShown} />
      )}
      {shown && <Licence component={shown} onClose={() => setShown(null)} />}
    </section>
  )
}
