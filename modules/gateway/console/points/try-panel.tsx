import { useMutation } from '@tanstack/react-query'
import {
  api,
  ApiError,
  Dialog,
  ErrorState,
  Fact,
  Facts,
  NumberInput,
  toast,
  useMay,
  useWords,
} from '@wattyard/console-kit'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { decodePoints, tryReadPoints, type ReadAnswer } from '../../contract/calls/points.ts'
import { isPolled, type MapProtocol, type PointRow, type PolledProtocol } from '../../contract/point-map/point.ts'
import { ValueTable } from './value-table.tsx'
import './points.css'

interface TryProps {
  readonly protocol: MapProtocol
  readonly rows: readonly PointRow[]
  readonly onClose: () => void
}

const plainRows = (rows: readonly PointRow[]) => rows.map(row => ({ ...row }))

/** Draws a trial of a map before it is used: with pasted bytes, and with a device. */
export function TryPanel({ protocol, rows, onClose }: TryProps) {
  const { t } = useWords()
  const mayRead = useMay('gateway.pointMap:tryRead')
  return (
    <Dialog open kind="drawer" width={720} title={t('gateway.points.try')} onClose={onClose}>
      <div className="gw-pt-try">
        <Decode protocol={protocol} rows={rows} />
        {isPolled(protocol) && mayRead && <ReadDevice protocol={protocol} rows={rows} />}
      </div>
    </Dialog>
  )
}

function Decode({ protocol, rows }: Pick<TryProps, 'protocol' | 'rows'>) {
  const { t } = useWords()
  const [text, setText] = useState('')
  const [from, setFrom] = useState<number | null>(null)
  const decoding = useMutation({
    mutationFn: () =>
      api.call(
        decodePoints,
        { protocol, points: plainRows(rows), text, ...(from === null ? {} : { from }) },
        { quiet: true },
      ),
  })
  const { error } = decoding
  const problem = error instanceof ApiError ? problemOf(error) : null
  return (
    <section>
      <h3>{t('gateway.points.decodeTitle')}</h3>
      <p className="w-quiet">
        {t(protocol === 'dlt645' ? 'gateway.points.decodeHintMeter' : 'gateway.points.decodeHint')}
      </p>
      <Input.TextArea
        className="w-mono"
        rows={3}
        value={text}
        spellCheck={false}
        aria-label={t('gateway.points.bytes')}
        placeholder={protocol === 'dlt645' ? '68 01 00 22 11 26 20 68 91 …' : '0900 0000 FFFF FF38 …'}
        onChange={event => setText(event.target.value)}
      />
      <div className="w-row w-wrap">
        {protocol === 'modbusTcp' && (
          <label className="w-row">
            {t('gateway.points.from')}
            <NumberInput min={0} max={65_535} precision={0} value={from} onChange={setFrom} />
          </label>
        )}
        <Button disabled={text.trim() === ''} loading={decoding.isPending} onClick={() => decoding.mutate()}>
          {t('gateway.points.decode')}
        </Button>
      </div>
      {problem && (
        <p role="alert" className="gw-pt-wrong">
          {t(`gateway.decodeProblem.${problem}`)}
        </p>
      )}
      {error && !problem && <ErrorState error={error} onRetry={() => decoding.mutate()} />}
      {decoding.data && !error && <ValueTable values={decoding.data.values} />}
    </section>
  )
}

/** Returns the server's code for why bytes cannot be decoded; null for any other failure. */
function problemOf(error: ApiError): string | null {
  const { data } = error
  const problem = typeof data === 'object' && data !== null && 'problem' in data ? data.problem : null
  return typeof problem === 'string' ? problem : null
}

/** Draws a trial reading from a device; only for protocols that the gateway polls. */
function ReadDevice({ protocol, rows }: { protocol: PolledProtocol; rows: readonly PointRow[] }) {
  const { t } = useWords()
  const isMeter = protocol === 'dlt645'
  const [host, setHost] = useState('')
  const [port, setPort] = useState<number | null>(isMeter ? 8_000 : 502)
  const [unit, setUnit] = useState<number | null>(1)
  const [meterAddress, setMeterAddress] = useState('')
  const reading = useMutation({
    mutationFn: () =>
      api.call(tryReadPoints, {
        protocol,
        points: plainRows(rows),
        host: host.trim(),
        port: port ?? 502,
        unit: unit ?? 1,
        ...(isMeter ? { meterAddress: meterAddress.trim() } : {}),
      }),
    onSuccess: ({ problem }) => {
      if (problem) toast.bad(t(`gateway.readProblem.${problem}`))
    },
  })
  const { data } = reading
  return (
    <section>
      <h3>{t('gateway.points.readTitle')}</h3>
      <p className="w-quiet">{t('gateway.points.readHint')}</p>
      <div className="w-row w-wrap">
        <Input
          className="gw-pt-host"
          value={host}
          maxLength={253}
          aria-label={t('gateway.pointSource.host')}
          placeholder={t('gateway.pointSource.host')}
          onChange={event => setHost(event.target.value)}
        />
        <NumberInput
          min={1}
          max={65_535}
          precision={0}
          value={port}
          aria-label={t('gateway.pointSource.port')}
          onChange={setPort}
        />
        {isMeter ? (
          <Input
            className="gw-pt-host"
            value={meterAddress}
            maxLength={12}
            aria-label={t('gateway.pointSource.meterAddress')}
            placeholder={t('gateway.pointSource.meterAddress')}
            onChange={event => setMeterAddress(event.target.value)}
          />
        ) : (
          <NumberInput
            min={0}
            max={255}
            precision={0}
            value={unit}
            aria-label={t('gateway.pointSource.unit')}
            onChange={setUnit}
          />
        )}
        <Button
          disabled={host.trim() === '' || port === null}
          loading={reading.isPending}
          onClick={() => reading.mutate()}
        >
          {t('gateway.points.read')}
        </Button>
      </div>
      {data && <ReadResult answer={data} />}
    </section>
  )
}

/** Draws the answer of a device: the values, the missing points with reasons, and the number of requests. */
export function ReadResult({ answer }: { answer: ReadAnswer }) {
  const { t } = useWords()
  return (
    <>
      <Facts>
        <Fact label={t('gateway.points.result')}>
          {answer.problem
            ? t(`gateway.readProblem.${answer.problem}`)
            : t('gateway.points.readCount', { count: answer.values.length })}
        </Fact>
        <Fact label={t('gateway.points.requests')}>{answer.requests}</Fact>
      </Facts>
      {answer.values.length > 0 && <ValueTable values={answer.values} />}
      {answer.missing.length > 0 && answer.values.length > 0 && (
        <ul className="gw-pt-missing">
          {answer.missing.slice(0, 20).map(one => (
            <li key={one.key}>
              <code>{one.key}</code> {t(`gateway.readProblem.${one.problem}`)}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
