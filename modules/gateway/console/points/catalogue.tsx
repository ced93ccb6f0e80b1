import { model } from '@wattyard/assets/contract'
import { StatusTag, useList, useMay, useWords } from '@wattyard/console-kit'
import { Link } from 'react-router'
import { type KnownProtocol, PROTOCOL_CATALOGUE } from '../../contract/protocol-catalogue.ts'

/** Every protocol that the product has a codec of, and what the gateway does with it. */
export function Catalogue() {
  const { t } = useWords()
  return (
    <section className="w-card w-scroll-x">
      <table className="w-table w-table-plain gw-pt-catalogue">
        <thead>
          <tr>
            <th>{t('gateway.protocolPage.protocol')}</th>
            <th>{t('gateway.protocolPage.version')}</th>
            <th>{t('gateway.protocolPage.transport')}</th>
            <th>{t('gateway.protocolPage.port')}</th>
            <th>{t('gateway.protocolPage.state')}</th>
            <th>{t('gateway.protocolPage.maps')}</th>
            <th>{t('gateway.protocolPage.models')}</th>
            <th>{t('gateway.protocolPage.documents')}</th>
            <th>{t('gateway.protocolPage.messages')}</th>
          </tr>
        </thead>
        <tbody>
          {PROTOCOL_CATALOGUE.map(one => (
            <ProtocolRow key={one.key} protocol={one} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function ProtocolRow({ protocol }: { protocol: KnownProtocol }) {
  const { t, has } = useWords()
  const { key, version, transport, port, state, isParsed, hasMaps, document, url } = protocol
  const name = `gateway.parse.protocolValue.${key}`
  const modelName = `assets.model.protocolValue.${key}`
  return (
    <tr>
      <th scope="row">{has(modelName) ? t(modelName) : has(name) ? t(name) : key}</th>
      <td>{version}</td>
      <td className="w-mono">{transport}</td>
      <td className="w-num">{port === 'own' ? t('gateway.protocolPage.ownPort') : (port ?? '--')}</td>
      <td>
        <StatusTag of="gateway.protocolPage.state" value={state} />
      </td>
      <td>{hasMaps ? t('gateway.protocolPage.mapsYes') : '--'}</td>
      <td>{has(modelName) ? <ModelsOf protocol={key} /> : '--'}</td>
      <td>
        {url ? (
          <a href={url} target="_blank" rel="noreferrer">
            {document}
          </a>
        ) : (
          document
        )}
      </td>
      <td>{isParsed && <Link to="/console/MessageParsing">{t('gateway.protocolPage.parse')}</Link>}</td>
    </tr>
  )
}

/** How many models speak it, leading to them. */
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
