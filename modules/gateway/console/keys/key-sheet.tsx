import { Dialog, type LineColumn, LineList, saveFile, useWords, When, writeCsv } from '@wattyard/console-kit'
import { Button, QRCode } from 'antd'
import type { FirstKeys, PileWithKey } from '../../contract/calls/first-key.ts'
import { ConnectionTest, useHeard } from './connection-test.tsx'
import { CopiedText } from './copied-text.tsx'
import { addressOf, SUBPROTOCOL } from './pile-address.ts'
import './keys.css'

interface KeySheetProps {
  readonly made: FirstKeys
  readonly base: string
  readonly onClose: () => void
}

/**
 * Draws fresh keys, the only time that they can be seen: of one pile with address, QR codes and the wait for its first message, of
 * several as a list that can be taken along as a file. It closes only by its button.
 */
export function KeySheet({ made, base, onClose }: KeySheetProps) {
  const { t } = useWords()
  const [first] = made.list
  const isOne = made.list.length === 1 && first !== undefined
  return (
    <Dialog
      open
      width={isOne ? 640 : 860}
      title={
        isOne
          ? t('gateway.firstKey.titleOf', { name: first.code })
          : t('gateway.firstKey.titleMany', { count: made.list.length })
      }
      foot={
        <>
          {!isOne && (
            <Button onClick={() => saveFile('pile-keys.csv', sheetOf(made.list, base, t))}>
              {t('gateway.firstKey.download')}
            </Button>
          )}
          <Button type="primary" onClick={onClose}>
            {t('gateway.firstKey.kept')}
          </Button>
        </>
      }
    >
      <p className="w-banner" data-tone="wait">
        {t('gateway.firstKey.onlyOnce')}
      </p>
      {isOne ? <OneKey pile={first} base={base} from={made.at} /> : <ManyKeys made={made} base={base} />}
    </Dialog>
  )
}

/** Returns the keys as a spreadsheet, with the byte order mark by which spreadsheets recognise UTF-8. */
function sheetOf(list: readonly PileWithKey[], base: string, t: (key: string) => string): Blob {
  const head = ['code', 'address', 'identity', 'key', 'protocol'].map(one => t(`gateway.firstKey.${one}`))
  const rows = list.map(one => [
    one.code,
    addressOf(base, one.identity),
    one.identity,
    one.key,
    SUBPROTOCOL[one.protocol],
  ])
  return new Blob(['\ufeff', writeCsv([head, ...rows])], { type: 'text/csv;charset=utf-8' })
}

function OneKey({ pile, base, from }: { pile: PileWithKey; base: string; from: number }) {
  const { t } = useWords()
  const address = addressOf(base, pile.identity)
  return (
    <>
      <dl className="gw-key-facts">
        <Copied word="address" value={address} />
        <Copied word="identity" value={pile.identity} />
        <Copied word="key" value={pile.key} />
        <Copied word="protocol" value={SUBPROTOCOL[pile.protocol]} />
      </dl>
      <div className="gw-key-codes">
        <Code word="address" value={address} />
        <Code word="key" value={pile.key} />
      </div>
      <h3>{t('gateway.firstKey.test')}</h3>
      <ConnectionTest pile={pile.pile} from={from} />
    </>
  )
}

function Copied({ word, value }: { word: string; value: string }) {
  const { t } = useWords()
  const name = t(`gateway.firstKey.${word}`)
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <CopiedText name={name} value={value} />
      </dd>
    </div>
  )
}

function Code({ word, value }: { word: string; value: string }) {
  const { t } = useWords()
  return (
    <figure>
      {/* The facts above have the same text for users of screen readers. */}
      <div aria-hidden="true">
        <QRCode value={value} size={132} type="svg" bordered={false} color="#111" bgColor="#fff" />
      </div>
      <figcaption>{t(`gateway.firstKey.${word}`)}</figcaption>
    </figure>
  )
}

function ManyKeys({ made, base }: { made: FirstKeys; base: string }) {
  const { t } = useWords()
  const heard = useHeard(
    made.list.map(one => one.pile),
    made.at,
  )
  const heardOf = new Map(heard?.list.map(one => [one.pile, one]))
  const columns: readonly LineColumn<PileWithKey & { id: string }>[] = [
    { key: 'code', head: t('gateway.firstKey.code'), place: 'name', show: one => one.code },
    {
      key: 'identity',
      head: t('gateway.firstKey.identity'),
      show: one => <span className="w-mono">{one.identity}</span>,
    },
    {
      key: 'key',
      head: t('gateway.firstKey.key'),
      place: 'wide',
      show: one => <span className="w-mono">{one.key}</span>,
    },
    {
      key: 'test',
      head: t('gateway.firstKey.test'),
      place: 'beside',
      show: one => {
        const { heard: message, refused, online } = heardOf.get(one.pile) ?? {}
        if (message) return <When at={message.at} />
        if (refused) return t('gateway.firstKey.refused')
        return t(online ? 'gateway.firstKey.connected' : 'gateway.firstKey.notYet')
      },
    },
  ]
  return (
    <>
      <dl className="gw-key-facts">
        <Copied word="base" value={`${base}/ocpp/`} />
      </dl>
      <LineList rows={made.list.map(one => ({ ...one, id: one.pile }))} columns={columns} />
    </>
  )
}
