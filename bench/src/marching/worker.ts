import { serve } from '../isolate.ts';
import { type MarchingAnswer, type MarchingCase, openWay, type Way } from './ask.ts';

serve<Way, MarchingCase, MarchingAnswer>((way) => openWay(way));
