import { shownText, loadSpanish } from '@wattyard/console-kit/testing'
import { beforeAll, expect, test } from 'vitest'
import type { FrameProtocol, ParsedFrame } from '../../contract/index.ts'
import { consoleModule } from '../index.ts'
import { FrameDetail } from './frame-detail.tsx'

beforeAll(() => loadSpanish(consoleModule))

function shown(protocol: FrameProtocol, direction: ParsedFrame['direction']): string {
  const frame: ParsedFrame = {
    number: 1,
    line: 1,
    protocol,
    protocolName: protocol,
    detected: null,
    name: 'a frame',
    code: '',
    direction,
    parts: [],
    verdicts: [],
    problems: [],
    effect: null,
  }
  return shownText(<FrameDetail frame={frame} isNarrow={false} onProtocol={() => undefined} />)
}

test('the frame of a pile has a direction between pile and platform', () => {
  for (const protocol of ['ocpp1.6', 'ocpp2.0.1', 'ykc', 'dny'] as const) {
    expect(shown(protocol, 'down')).toContain('Plataforma → cargador')
    expect(shown(protocol, 'up')).toContain('Cargador → plataforma')
  }
})

test('the frame of a meter has a direction between master and slave', () => {
  for (const protocol of ['modbusTcp', 'modbusRtu', 'dlt645'] as const) {
    expect(shown(protocol, 'down')).toContain('Petición: maestro → esclavo')
    expect(shown(protocol, 'up')).toContain('Respuesta: esclavo → maestro')
    expect(shown(protocol, null)).not.toContain('→')
  }
})
