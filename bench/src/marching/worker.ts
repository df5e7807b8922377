import { serve } from '../isolate.ts';
import { type MarchingAnswer, type MarchingCase, type Method, openMethod } from './ask.ts';

serve<Method, MarchingCase, MarchingAnswer>((method) => openMethod(method));
