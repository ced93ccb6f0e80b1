import { model } from '@wattyard/assets/contract'
import { type LineColumn, LineList, StatusTag, useList, useMay, useWords } from '@wattyard/console-kit'
import { Link } from 'react-router'
import { type KnownProtocol, PROTOCOL_CATALOGUE } from '../../contract/protocol-catalogue.ts'

type Line = KnownProtocol & { readonly id: string }
const LINES: readonly Line[] = PROTOCOL_CATALOGUE.map(one => ({ ...one, id: one.key }))
const modelName = ({ key }: KnownProtocol) => `assets.model.protocolValue.${key}`

/** Draws every protocol for which the product has a codec, with the gateway's support for it. */
export function Catalogue() {
  const { t, has } = useWords()
  const head = (key: string) => ({ key, head: t(`gateway.protocolPage.${key}`) })
  const nameOf = (one: KnownProtocol): string => {
    const known = [modelName(one), `gateway.parse.protocolValue.${one.key}`].find(word => has(word))
    return known === undefined ? one.key : t(known)
  }
  const columns: readonly LineColumn<Line>[] = [
    { ...head('protocol'), place: 'name', className: 'gw-pt-protocol', show: nameOf },
    { ...head('version'), show: one => one.version },
    { ...head('transport'), className: 'w-mono', show: one => one.transport },
    {
      ...head('port'),
      className: 'w-num',
      says: one => one.port !== null,
      show: one => (one.port === 'own' ? t('gateway.protocolPage.ownPort') : (one.port ?? '--')),
    },
    {
      ...head('state'),
      place: 'beside',
      show: one => <StatusTag of="gateway.protocolPage.state" value={one.state} />,
    },
    {
      ...head('maps'),
      says: one => one.hasMaps,
      show: one => (one.hasMaps ? t('gateway.protocolPage.mapsYes') : '--'),
    },
    {
      ...head('models'),
      says: one => has(modelName(one)),
      show: one => (has(modelName(one)) ? <ModelsOf protocol={one.key} /> : '--'),
    },
    { ...head('documents'), className: 'gw-pt-document', place: 'wide', show: one => <DocumentOf protocol={one} /> },
    {
      ...head('messages'),
      says: one => one.isParsed,
      show: one => one.isParsed && <Link to="/console/MessageParsing">{t('gateway.protocolPage.parse')}</Link>,
    },
  ]
  return (
    <section className="w-card">
      <LineList isWhole rows={LINES} columns={columns} />
    </section>
  )
}

function DocumentOf({ protocol: { url, document } }: { protocol: KnownProtocol }) {
  if (!url) return <>{document}</>
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {document}
    </a>
  )
}

/** Draws how many models use the protocol, as a link to them. */
function ModelsOf({ protocol }: { protocol: string }) {
  const may = useMay('assets.model:read')
  return may ? <CountOfModels protocol={protocol} /> : <>--</>
}

function CountOfModels({ protocol }: { protocol: string }) {
  const models = useList(model, { page: 1, pageSize: 20, 'filter.protocol': protocol })
  if (!models.data) return <>…</>
  if (models.data.total === 0) return <span className="w-quiet">0</span>
  return <Link to={`/basedata/model?f.protocol=${protocol}`}>{models.data.total}</Link>
}
