// The page of the GPU: a clearance map that follows the pointer, and a scene of medial bodies, each on the GPU or on the CPU.

import { Vector3 } from 'three';
import { elementOf } from '../element.ts';
import { grouped } from '../grouped.ts';
import { Notice } from '../notice.ts';
import { linkValues } from '../scene-link.ts';
import { TabList } from '../shell/tab-list.ts';
import { writeTerms } from '../shell/terms.ts';
import { MapView } from '../view/map-view.ts';
import { Picture } from '../view/picture.ts';
import { readTheme } from '../view/theme.ts';
import { agreementOf, agreementText, Costs, isSoftware } from './costs.ts';
import { FallingTori } from './falling-tori.ts';
import { mostOf, paintMap } from './map-colours.ts';
import { lineStep, MapPanel } from './map-panel.ts';
import { type Cell, cellAt, positionOf } from './map-plane.ts';
import { type MapSettings, PROCESSORS, type Processor, readMapSettings, writeMapSettings } from './map-settings.ts';
import type { MapLevel, Reply, Request } from './messages.ts';
import { attachPointing } from './pointing.ts';

/** From above, a little from the front. */
const FIRST_VIEW: Vector3 = new Vector3(0, 1, 0.62);
const SHOWS = ['map', 'tori'] as const;
type Show = (typeof SHOWS)[number];

export class GpuPage {
  readonly #worker = new Worker(new URL('./worker/gpu-worker.ts', import.meta.url), { type: 'module' });
  readonly #notice = new Notice();
  readonly #picture: Picture;
  readonly #costs = new Costs((processor) => this.#setProcessor(processor));
  readonly #panel = new MapPanel((change) => this.#setSettings({ ...this.#settings, ...change }, true));
  readonly #tori: FallingTori;
  readonly #tabs: TabList;
  readonly #map: HTMLElement = elementOf('#map', HTMLElement);
  #show: Show = 'map';
  /** The one that was chosen, if one was. */
  #on: Processor | null = null;
  /** The one that is chosen by itself. */
  #fastest: Processor = 'gpu';
  /** Whether there is a GPU; null as long as that is not known. */
  #hasGpu: boolean | null = null;
  #settings: MapSettings = readMapSettings('');
  /** Where the body is, in parts of the side along columns and along rows. */
  #at: readonly [number, number] = [0, 0];
  #view: MapView | null = null;
  #side = 1;
  /** The number of the last map that was asked for. */
  #asked = 0;
  /** The picture that is shown, and the finest of each processor. */
  #level: MapLevel | null = null;
  readonly #finest: Partial<Record<Processor, MapLevel>> = {};

  constructor() {
    this.#picture = new Picture(elementOf('#picture canvas', HTMLCanvasElement), () => this.#putProbe());
    this.#tori = new FallingTori(
      this.#picture,
      this.#costs,
      (request) => this.#ask(request),
      () => this.#writeLink(),
    );
    this.#tabs = new TabList(elementOf('.tabs', HTMLElement), (id) =>
      this.#setShow(id === 'tab-tori' ? 'tori' : 'map'),
    );
    this.#worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => this.#receive(data));
    this.#worker.addEventListener('error', ({ message }) => this.#notice.show({ code: 'worker', message }));
    this.#picture.useTheme((theme) => {
      this.#view?.setTheme(theme);
      this.#tori.setTheme();
    });
    elementOf('#frame', HTMLButtonElement).addEventListener('click', () => this.#frameAll(null));
    attachPointing(this.#picture, elementOf('#picture', HTMLElement), {
      view: () => (this.#show === 'map' ? this.#view : null),
      stand: (u, v) => this.#stand(u, v),
      move: (u, v) => this.#stand(this.#at[0] + u, this.#at[1] + v),
      change: (turn, tilt, height) => this.#change(turn, tilt, height),
      settle: () => this.#writeLink(),
    });
    addEventListener('hashchange', ({ newURL }) => this.open(new URL(newURL).hash));
  }

  /** Opens what a link tells. */
  open(hash: string): void {
    const values = linkValues(hash);
    const [u = Number.NaN, v = Number.NaN] = (values.get('at') ?? '').split(',').map(Number);
    this.#at = Math.abs(u) <= 0.5 && Math.abs(v) <= 0.5 ? [u, v] : [0.3, -0.23];
    this.#on = PROCESSORS.find((processor) => processor === values.get('on')) ?? null;
    this.#costs.choose(this.#processor);
    this.#settings = readMapSettings(hash);
    this.#tori.setStart(values.get('scene') ?? '', values.get('step') ?? '');
    this.#setShow(SHOWS.find((show) => show === values.get('show')) ?? 'map');
  }

  #setShow(show: Show): void {
    this.#show = show;
    this.#tabs.mark(`tab-${show}`);
    writeTerms(elementOf('#terms', HTMLElement), show === 'map' ? 'gpu' : 'tori');
    for (const name of SHOWS) elementOf(`#${name}`, HTMLElement).hidden = name !== show;
    elementOf('#playback', HTMLElement).hidden = show !== 'tori';
    elementOf('#keys-tori', HTMLElement).hidden = show !== 'tori';
    elementOf('#keys', HTMLElement).hidden = show === 'tori';
    elementOf('#probe', HTMLElement).hidden = show !== 'map';
    if (this.#view !== null) this.#view.root.visible = show === 'map';
    if (show === 'map') {
      this.#tori.hide();
      this.#costs.start('map', 'poses/s');
      this.#level = null;
      this.#setSettings(this.#settings, true);
      this.#frameAll(FIRST_VIEW);
    } else if (this.#hasGpu !== null) this.#tori.show(this.#processor);
    this.#writeLink();
  }

  /** The one that is chosen, if it is there. */
  get #processor(): Processor {
    return this.#hasGpu === false ? 'cpu' : (this.#on ?? this.#fastest);
  }

  #setProcessor(processor: Processor): void {
    this.#on = processor;
    if (this.#show === 'map') this.#askMap();
    else this.#tori.setProcessor(processor);
    this.#writeLink();
  }

  /** By drags and keys. */
  #change(turn: number, tilt: number, height: number): void {
    const round = (angle: number): number => ((((angle + 180) % 360) + 360) % 360) - 180;
    const settings = this.#settings;
    const most = this.#side / 2;
    this.#setSettings(
      {
        ...settings,
        turn: round(settings.turn + turn),
        tilt: round(settings.tilt + tilt),
        height: Math.min(most, Math.max(-most, settings.height + height * this.#side)),
      },
      false,
    );
  }

  #setSettings(settings: MapSettings, writes: boolean): void {
    this.#settings = settings;
    this.#panel.show(settings, this.#side);
    this.#pose();
    this.#askMap();
    if (writes) this.#writeLink();
  }

  #askMap(): void {
    if (this.#hasGpu === null || this.#show !== 'map') return;
    this.#asked++;
    this.#map.dataset.settled = 'false';
    this.#ask({ kind: 'map', number: this.#asked, settings: this.#settings, on: this.#processor });
  }

  #ask(request: Request): void {
    this.#worker.postMessage(request);
  }

  #receive(reply: Reply): void {
    switch (reply.kind) {
      case 'refused':
        this.#notice.show(reply.refusal);
        break;
      case 'ready': {
        const isFirst = this.#hasGpu === null;
        this.#hasGpu = reply.computer.adapter !== null;
        this.#fastest = isSoftware(reply.computer.adapter) ? 'cpu' : 'gpu';
        this.#costs.setComputer(reply.computer);
        this.#costs.choose(this.#processor);
        if (isFirst) this.#setShow(this.#show);
        break;
      }
      case 'bodies': {
        const { bodies } = reply;
        if (this.#view !== null) {
          this.#picture.scene.remove(this.#view.root);
          this.#view.dispose();
        }
        this.#side = bodies.side;
        this.#view = new MapView(bodies);
        this.#view.root.visible = this.#show === 'map';
        this.#view.setTheme(readTheme());
        this.#picture.scene.add(this.#view.root);
        this.#panel.show(this.#settings, this.#side);
        this.#pose();
        this.#frameAll(FIRST_VIEW);
        break;
      }
      case 'level':
        this.#take(reply.number, reply.level);
        break;
      case 'progress':
        if (reply.number === this.#asked) this.#panel.showProgress(reply.part);
        break;
      case 'opened':
        this.#tori.build(reply.scenery, reply.first, reply.step);
        break;
      case 'advanced':
        this.#tori.add(reply.step);
    }
  }

  /** A picture of a map. Of the map that is shown already, finer than this one, it tells nothing new. */
  #take(number: number, level: MapLevel): void {
    const isSame = this.#level !== null && keyOf(this.#level) === keyOf(level);
    if (!isSame || level.cells >= (this.#level?.cells ?? 0)) this.#paint(level);
    if (level.cells < level.settings.cells) return;
    this.#finest[level.on] = level;
    for (const processor of PROCESSORS) {
      const finest = this.#finest[processor];
      if (finest === undefined || keyOf(finest) !== keyOf(level)) this.#costs.show(processor, null, '');
      else this.#costs.show(processor, finest.cost.spent, rateText(finest));
    }
    const { gpu, cpu } = this.#finest;
    const isBoth = gpu !== undefined && cpu !== undefined && keyOf(gpu) === keyOf(cpu);
    const agreement = isBoth ? agreementOf(gpu, cpu) : null;
    const left = level.on === 'gpu' ? `The GPU left ${grouped(level.cost.left)} positions to the CPU. ` : '';
    this.#costs.setAgreement(left + (agreement === null ? '' : agreementText(agreement)));
    Object.assign(this.#map.dataset, {
      on: level.on,
      agree: agreement === null ? '' : String(agreement.agree),
      settled: String(number === this.#asked),
    });
  }

  #paint(level: MapLevel): void {
    this.#level = level;
    const most = mostOf(level.bounds);
    const step = lineStep(most);
    this.#panel.showScale(most, step);
    this.#view?.paint(paintMap(level, most, step), level.cells);
    let contacts = 0;
    for (let k = 1; k < level.bounds.length; k += 2) if (level.bounds[k] === 0) contacts++;
    const share = contacts / (level.bounds.length / 2);
    const { a, b } = level.settings;
    const [body, obstacle] = [a, b].map((name) => name.replaceAll('-', ' '));
    elementOf('#sentence', HTMLElement).textContent =
      contacts === 0
        ? `The ${body} touches the ${obstacle} nowhere in this plane; it is at most ${most.toFixed(3)} away.`
        : `The ${body} touches the ${obstacle} at ${(100 * share).toFixed(1)}\u00a0% of the positions in this plane, and is at most ${most.toFixed(3)} away.`;
    Object.assign(this.#map.dataset, {
      ...{ cells: String(level.cells), contacts: String(contacts), most: String(most) },
    });
    this.#pose();
  }

  /** The body stands at a part of the side, in the square. */
  #stand(u: number, v: number): void {
    const most = 0.5 - 1e-9;
    const inside = (part: number): number => Math.min(most, Math.max(-most, part));
    this.#at = [inside(u), inside(v)];
    this.#pose();
  }

  get #cell(): Cell {
    return cellAt(this.#settings, ...this.#at) ?? { column: 0, row: 0 };
  }

  #pose(): void {
    const cell = this.#cell;
    const isOfSettings = this.#level !== null && keyOf(this.#level) === writeMapSettings(this.#settings);
    const told = this.#panel.showHere(
      isOfSettings ? this.#level : null,
      cell,
      positionOf(this.#settings, this.#side, cell.column, cell.row),
    );
    elementOf('#probe', HTMLElement).textContent = told;
    this.#view?.pose(this.#settings, cell);
    this.#picture.invalidate();
  }

  /** The clearance is written beside the body. */
  #putProbe(): void {
    if (this.#view === null || this.#show !== 'map') return;
    const { x, y } = this.#view.at.project(this.#picture.camera);
    const { clientWidth, clientHeight } = this.#picture.canvas;
    const probe = elementOf('#probe', HTMLElement);
    probe.style.left = `${(0.5 + x / 2) * clientWidth}px`;
    probe.style.top = `${(0.5 - y / 2) * clientHeight}px`;
  }

  #frameAll(from: Vector3 | null): void {
    if (this.#show === 'tori') this.#tori.frameAll(from);
    else if (this.#view !== null) this.#picture.lookAt(this.#view.balls, from);
    this.#picture.invalidate();
  }

  #writeLink(): void {
    const [u, v] = this.#at;
    const of =
      this.#show === 'map' ? `${writeMapSettings(this.#settings)}&at=${u.toFixed(4)},${v.toFixed(4)}` : this.#tori.link;
    history.replaceState(null, '', `#show=${this.#show}&${of}${this.#on === null ? '' : `&on=${this.#on}`}`);
  }
}

/** Says of which poses a map is. */
function keyOf({ settings }: Pick<MapLevel, 'settings'>): string {
  return writeMapSettings(settings);
}

function rateText({ cost }: MapLevel): string {
  return grouped(Number((cost.poses / (cost.spent / 1000)).toPrecision(2)));
}
